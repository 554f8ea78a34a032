/** Calls of WebGL that make things on the card, less those that free them, by the kind of thing. */
export type Held = Record<string, number>

/**
 * Counts in the page what the card holds, as `held`, with every context that was asked for as `contexts`. It
 * refers to nothing outside itself: a page may be given its text.
 */
export function countHeld(): void {
  const held: Held = {}
  const contexts = new Set<unknown>()
  const kinds = ['Buffer', 'Texture', 'Program', 'Shader', 'VertexArray', 'Framebuffer', 'Renderbuffer']
  for (const kind of kinds) {
    const prototype = WebGL2RenderingContext.prototype as unknown as Record<
      string,
      (thing?: unknown) => unknown
    > // its methods by name
    const create = prototype[`create${kind}`]
    const free = prototype[`delete${kind}`]
    held[kind] = 0
    prototype[`create${kind}`] = function (this: unknown, thing) {
      held[kind] = (held[kind] ?? 0) + 1
      contexts.add(this)
      return create?.call(this, thing)
    }
    prototype[`delete${kind}`] = function (this: unknown, thing) {
      if (thing) held[kind] = (held[kind] ?? 0) - 1
      return free?.call(this, thing)
    }
  }
  Object.assign(globalThis, { held, contexts })
}
