// Questions to the server. Every answer that is not a yes becomes an
// `ApiError` whose message is fit to be shown.

import { lang, t } from "./i18n.js";

/** An answer that is not a yes. */
export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {string} code
   * @param {number} status
   */
  constructor(message, code, status) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
export async function ask(path, init) {
  let response;
  try {
    response = await fetch(path, { ...init, headers: { "accept-language": lang, ...init?.headers } });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(
      t("The server does not answer. Is it still running?", "Le serveur ne répond pas. Tourne-t-il encore ?"),
      "offline",
      0,
    );
  }
  if (response.ok) return response;
  let code = "http";
  let message = t(`The server answered ${response.status}.`, `Le serveur a répondu ${response.status}.`);
  try {
    const body = await response.json();
    code = body.error?.code ?? code;
    message = body.error?.message ?? message;
  } catch {
    // Not JSON: the plain sentence stays.
  }
  throw new ApiError(message, code, response.status);
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function get(path, signal) {
  return (await ask(path, { signal })).json();
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function post(path, body, signal) {
  return (await send(path, body, signal)).json();
}

/** Every question to a world, made from the Rust types. @typedef {import("./questions.js").Questions} Questions */

/**
 * Asks a world something.
 * @template {keyof Questions} Q
 * @param {Q} name as `world/question`
 * @param {Questions[Q]["ask"]} settings
 * @param {AbortSignal} [signal]
 * @returns {Promise<Questions[Q]["answer"]>}
 */
export function question(name, settings, signal) {
  return post(`/api/${name}`, settings, signal);
}

/**
 * Posts JSON and hands back the raw response, for pictures and step streams.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 */
export function send(path, body, signal) {
  return ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });
}

/**
 * @typedef {{ status: "waiting" | "running" | "done" | "failed" | "cancelled", progress?: any, result?: any, error?: any }} JobState
 */

/**
 * Asks a long question and follows it over its socket to the end.
 * @template {keyof Questions} Q
 * @param {Q} name as `world/question`
 * @param {Questions[Q]["ask"]} settings
 * @param {(state: JobState) => void} [onProgress]
 * @param {AbortSignal} [signal] aborting cancels the job on the server
 * @returns {Promise<Questions[Q]["answer"]>}
 */
export async function job(name, settings, onProgress, signal) {
  const { job: id } = await post(`/api/${name}`, settings, signal);
  const cancel = () => void ask(`/api/jobs/${id}`, { method: "DELETE" }).catch(() => {});
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  try {
    const state = await followJob(id, onProgress);
    if (state.status === "done") return state.result;
    if (state.status === "cancelled") throw new ApiError(t("Cancelled.", "Annulé."), "cancelled", 200);
    throw new ApiError(state.error?.message ?? t("The work failed.", "Le calcul a échoué."), "failed", 200);
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

/**
 * The last state of a job. A line that breaks is taken up by asking once more.
 * @param {string} id
 * @param {(state: JobState) => void} [onProgress]
 * @returns {Promise<JobState>}
 */
function followJob(id, onProgress) {
  const over = (/** @type {JobState} */ { status }) => status !== "waiting" && status !== "running";
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/jobs/${id}`);
    socket.addEventListener("message", ({ data }) => {
      /** @type {JobState} */
      const state = JSON.parse(data);
      onProgress?.(state);
      if (over(state)) resolve(state);
    });
    socket.addEventListener("close", () => {
      // Nothing happens here if the end was told already.
      get(`/api/jobs/${id}`).then(
        (state) => (over(state) ? resolve(state) : setTimeout(() => followJob(id, onProgress).then(resolve, reject), 500)),
        reject,
      );
    });
  });
}
