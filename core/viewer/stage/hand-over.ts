import type { Camera, Object3D, Scene, WebGLRenderer } from 'three'
import { createFence, isOutOfMemory, refuseTooLarge } from './renderer.ts'
import type { ResultView } from './view.ts'

/**
 * Hands a view to the card: a part goes when the card has taken the one before, and the question whether
 * there was room after the last. Asked at once, that waited for 0.2 s with 173 MB, without a card. Ends early
 * when the view is not wanted any more.
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
 * Resolves a millisecond later. The parts of 12 MB waited for frames, 65 ms in all, and then for timers that
 * timers had set: these wait for 4 ms at least, and the one that is set when a message comes does not.
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

/** What is going to be drawn, and whether it still is. */
export interface Compilation {
  readonly scene: Scene
  readonly camera: Camera
  /** Is about to be in the scene. */
  readonly object?: Object3D | undefined
  readonly isWanted: () => boolean
}

/**
 * Resolves when the programs are there: without a card, the first frame of all waited 0.3 s for that of a
 * volume. Browsers that compile beside the card's other work say when they are done; in others the card takes
 * one thing after the other.
 */
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
