/** Returns true in a frame without an origin, as in a notebook: browsers refuse it the clipboard and other pages. */
export function isShutIn(): boolean {
  return self.origin === 'null' && parent !== self
}
