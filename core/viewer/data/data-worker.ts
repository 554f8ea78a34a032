/** The data worker: loads, decodes and prepares results beside the page. */
export {}
