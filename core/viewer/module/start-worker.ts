/** The name of the worker's file, beside this module; the build sets it. */
declare const builtWorker: string

/**
 * Imports a worker, and gives it what was sent meanwhile. Policies count this import among the scripts, which
 * they permit already, and static ones among the workers.
 */
const importing = `const early = []
const keep = ({ data }) => early.push(data)
addEventListener('message', keep)
import(ADDRESS).then(() => {
  removeEventListener('message', keep)
  for (const data of early) dispatchEvent(new MessageEvent('message', { data }))
}, (error) => setTimeout(() => { throw error }))`

/** Starts the data worker. Browsers start none of another origin, but one of this page may import it. */
export function startWorker(): Worker {
  const { href, origin } = new URL(builtWorker, import.meta.url)
  if (origin === location.origin) return new Worker(href, { type: 'module' })
  const script = importing.replace('ADDRESS', () => JSON.stringify(href))
  const own = new Blob([script], { type: 'text/javascript' })
  const address = URL.createObjectURL(own)
  try {
    return new Worker(address, { type: 'module' })
  } finally {
    URL.revokeObjectURL(address)
  }
}
