/** Returns true in a frame without an origin, as in a notebook: it may use no clipboard and open no page. */
export function isShutIn(): boolean {
  return self.origin === 'null' && parent !== self
}
