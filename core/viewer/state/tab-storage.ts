/** Returns the storage that ends with the tab; some browsers deny it, to framed pages for example. */
export function findTabStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
