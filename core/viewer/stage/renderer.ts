import { WebGLRenderer } from 'three'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Card } from './view.ts'

/** Returns a renderer with a transparent ground. @throws `webgl.missing` without WebGL 2 */
export function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, context: openContext(canvas), alpha: true })
  renderer.localClippingEnabled = true
  renderer.setClearColor(0, 0)
  return renderer
}

function openContext(canvas: HTMLCanvasElement): WebGL2RenderingContext {
  const context = canvas.getContext('webgl2', {
    alpha: true,
    antialias: !isSoftware,
    powerPreference: 'high-performance',
  })
  if (context) return context
  throw new SpecimenError(
    'webgl.missing',
    'This browser gives no WebGL 2, which is needed to draw in 3D. Turn on hardware acceleration in its ' +
      'settings, update it or its graphics driver, or use another one.',
  )
}

/**
 * True when a processor draws in place of a graphics card: smooth edges take 2.5 to 4 times as long there.
 * Detected once by another context, in 7 to 20 ms, because a context chooses them when it is made.
 */
export const isSoftware = findSoftware()

function findSoftware(): boolean {
  if (typeof OffscreenCanvas === 'undefined') return true
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2')
  if (!gl) return true
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return /swiftshader|llvmpipe|software|basic render/i.test(name)
}

/** Listens for the loss of the graphics context and its return. Returns the function that stops it. */
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

/** Returns the limits of the graphics card. */
export function measureCard(renderer: WebGLRenderer): Card {
  const gl = contextOf(renderer)
  return {
    textureSize: renderer.capabilities.maxTextureSize,
    volumeSize: gl.getParameter(gl.MAX_3D_TEXTURE_SIZE),
  }
}

/** Returns the context of a renderer from {@link createRenderer}; three's type leaves the version open. */
export function contextOf(renderer: WebGLRenderer): WebGL2RenderingContext {
  const gl = renderer.getContext()
  if (gl instanceof WebGL2RenderingContext) return gl
  throw new TypeError('The renderer must have a context of WebGL 2, as createRenderer makes it.')
}

/** Returns a check, without waiting, that the card has taken everything uploaded so far. */
export function createFence(renderer: WebGLRenderer): () => boolean {
  const gl = contextOf(renderer)
  const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  gl.flush()
  return () => {
    if (sync && gl.getSyncParameter(sync, gl.SYNC_STATUS) !== gl.SIGNALED) return false
    gl.deleteSync(sync)
    return true
  }
}

/** Returns a check, once a frame, that what has been drawn so far was on the screen for one. */
export function createScreenFence(renderer: WebGLRenderer): () => boolean {
  const isTaken = createFence(renderer)
  let frames = 0
  return () => {
    if (frames === 0 && !isTaken()) return false
    return frames++ > 0
  }
}

/** Returns whether the card ran out of memory since the last call. Waits for it: call it after uploads. */
export function isOutOfMemory(renderer: WebGLRenderer): boolean {
  const gl = renderer.getContext()
  let isOut = false
  for (let error = gl.getError(); error !== gl.NO_ERROR; error = gl.getError()) {
    if (error === gl.CONTEXT_LOST_WEBGL) break
    isOut ||= error === gl.OUT_OF_MEMORY
  }
  return isOut
}

/** Returns the refusal of content with this many bytes. */
export function refuseTooLarge(byteLength: number): SpecimenError {
  const megabytes = Math.ceil(byteLength / 1e6)
  return new SpecimenError(
    'result.too-large',
    `The result takes ${megabytes} MB on the graphics card, which has no room for it. Close other pages ` +
      'that draw in 3D, or choose parameters that make it smaller.',
  )
}

/** Returns the refusal of a picture to be saved while a headset shows it. */
export function awayError(): SpecimenError {
  return new SpecimenError('webgl.missing', 'The picture is in the headset. Leave it to save the picture.')
}

/** Returns the refusal of a picture to be saved while the graphics context is lost. */
export function lostError(): SpecimenError {
  const detail = 'There is no picture to be saved while the graphics card is away. Try again when it is back.'
  return new SpecimenError('webgl.missing', detail)
}
