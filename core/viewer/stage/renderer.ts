import { WebGLRenderer } from 'three'
import { SpecimenError } from '../../domain/errors.ts'
import type { Card } from './view.ts'

/**
 * Returns a renderer on a canvas, on a ground that is transparent.
 * @throws `webgl.missing` when the browser has no WebGL 2
 */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, context: openContext(canvas), alpha: true })
  renderer.localClippingEnabled = true
  renderer.setClearColor(0, 0)
  return renderer
}

function openContext(canvas: HTMLCanvasElement): WebGL2RenderingContext {
  const antialias = !isSoftware()
  const context = canvas.getContext('webgl2', { alpha: true, antialias, powerPreference: 'high-performance' })
  if (context) return context
  throw new SpecimenError(
    'webgl.missing',
    'This browser gives no WebGL 2, which is needed to draw in 3D. Turn on hardware acceleration in its ' +
      'settings, update it or its graphics driver, or use another one.',
  )
}

/**
 * Says whether a processor draws in the place of a graphics card: smooth edges take 2.5 to 4 times as long
 * there. Only another context can tell, because they are chosen together with the context. (12 ms)
 */
function isSoftware(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) return true
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return /swiftshader|llvmpipe|software|basic render/i.test(name)
}

/** Listens for the loss of the graphics context and its return. Returns what ends it. */
export function listenToContext(canvas: HTMLCanvasElement, onLost: (isLost: boolean) => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const onLoss = (event: Event) => {
    event.preventDefault() // else it never comes back
    onLost(true)
  }
  canvas.addEventListener('webglcontextlost', onLoss, { signal })
  canvas.addEventListener('webglcontextrestored', () => onLost(false), { signal })
  return () => ended.abort()
}

/** Returns what the graphics card can take. */
export function measureCard(renderer: WebGLRenderer): Card {
  const gl = renderer.getContext()
  // The renderer was made with a context of WebGL 2, which three's type does not say.
  const volumeSize = gl instanceof WebGL2RenderingContext ? gl.getParameter(gl.MAX_3D_TEXTURE_SIZE) : 0
  return { textureSize: renderer.capabilities.maxTextureSize, volumeSize }
}

/**
 * Says whether the card ran out of memory since this was asked before. It waits for the card to have taken
 * everything, so ask only when something was handed to it.
 */
export function isOutOfMemory(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext()
  let isOut = false
  for (let error = gl.getError(); error !== gl.NO_ERROR; error = gl.getError()) {
    if (error === gl.CONTEXT_LOST_WEBGL) break
    isOut ||= error === gl.OUT_OF_MEMORY
  }
  return isOut
}

/** Returns the refusal of what needs this many bytes. */
export function refuseTooLarge(byteLength: number): SpecimenError {
  const megabytes = Math.ceil(byteLength / 1e6)
  return new SpecimenError(
    'result.too-large',
    `The result takes ${megabytes} MB on the graphics card, which has no room for it. Close other pages ` +
      'that draw in 3D, or choose parameters that make it smaller.',
  )
}
