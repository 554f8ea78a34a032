import type { Camera, Object3D, Scene, WebGLRenderer } from 'three'
import { createFence, isOutOfMemory, refuseTooLarge } from './renderer.ts'
import type { ResultView } from './view.ts'

/**
 * Uploads a view to the card: each part after the card has taken the one before, and the check for its memory
 * last, because an immediate check waited for 0.2 s. Ends early for an unwanted view.
 * @throws `result.too-large` when the card had no room for it
 */
export async function handOver(
  renderer: WebGLRenderer,
  view: ResultView,
  isWanted: () => boolean,
): Promise<void> {
  let isLarge = false
  while (isWanted() && view.upload?.(renderer)) {
    isLarge = true
    const isTaken = createFence(renderer)
    while (isWanted() && !isTaken()) await nextTurn()
  }
  if (isLarge && isWanted() && isOutOfMemory(renderer)) throw refuseTooLarge(view.byteLength)
}

/**
 * Resolves a millisecond later. Frames are slower (65 ms for parts of 12 MB), and nested timers wait for at
 * least 4 ms; a timer that is set in a message event does not.
 */
async function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  port1.close()
  await new Promise((resolve) => setTimeout(resolve, 1))
}

/** The object to draw, with the check that it is still wanted. */
export interface Compilation {
  readonly scene: Scene
  readonly camera: Camera
  readonly object?: Object3D | undefined
  readonly isWanted: () => boolean
}

/** Resolves when the shader programs are ready: the first frame would wait up to 0.3 s for them. */
export async function compile(
  renderer: WebGLRenderer,
  { scene, camera, object, isWanted }: Compilation,
): Promise<void> {
  const known = renderer.info.programs?.length
  renderer.compile(scene, camera)
  if (object) renderer.compile(object, camera, scene)
  if (renderer.info.programs?.length === known) return
  const isTaken = createFence(renderer)
  while (isWanted() && !isTaken()) await nextFrame()
  if (isWanted() && renderer.extensions.has('KHR_parallel_shader_compile'))
    await renderer.compileAsync(object ?? scene, camera, scene)
}

async function nextFrame(): Promise<void> {
  await new Promise(requestAnimationFrame)
}
