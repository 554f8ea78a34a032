/** Returns the storage that ends with the tab; some browsers deny it to framed pages and in private windows. */
export function findTabStorage(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
