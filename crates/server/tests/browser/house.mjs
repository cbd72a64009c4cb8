// One studio and one browser for all tests of a file.

import { after, before } from "node:test";
import { openBrowser, openStudio, visit } from "./studio.mjs";

/** Opens both before the first test and closes them after the last; visitors come by `visit`. */
export function openHouse() {
  let studio, browser;
  before(async () => {
    studio = await openStudio();
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await studio?.close();
  });
  return { visit: (options) => visit(browser, studio.url, options) };
}
