/** The part of `node:url` that a bundle in a page has. */

function fileURLToPath(url: URL | string): string {
  return decodeURIComponent(new URL(url).pathname)
}

function pathToFileURL(path: string): URL {
  return new URL(`file://${encodeURI(path)}`)
}

const { URL, URLSearchParams } = globalThis

export { fileURLToPath, pathToFileURL, URL, URLSearchParams }
export default { fileURLToPath, pathToFileURL, URL, URLSearchParams }
