// Loads the module of the page named in the body.
document.documentElement.dataset.ready = document.body.dataset.page;
