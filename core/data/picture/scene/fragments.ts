import type { Fragment, FragmentTarget, PixelBox } from '../fragment.ts'

/** Fragments that are kept together; more need a smaller part of the picture. */
const mostKept = 2 ** 21
/** Work of a picture, in places that sources ask for: more takes many seconds. */
const mostWork = 2e8
/** The work of a fragment that is kept, sorted and lit. */
const keptWork = 32
/** Light that gets through from behind and is not to be seen. */
const leastLight = 2 ** -14
/** Fragments of a sample from which it is worth looking for those that nothing gets through to. */
const leastPruned = 32

/** The fragments along the ray of a sample, from the nearest on. */
export interface FragmentStack {
  count: number
  /** 1 / distance. */
  readonly nearness: number[]
  /** The number of the source. */
  readonly source: number[]
  readonly element: number[]
  readonly u: number[]
  readonly v: number[]
  readonly opacity: number[]
}

/** Returns a stack to be filled. */
export function createStack(): FragmentStack {
  return { count: 0, nearness: [], source: [], element: [], u: [], v: [], opacity: [] }
}

/**
 * The fragments of all samples in a part of a picture: of each the nearest opaque one, and those before it,
 * however many. Where so many lie behind each other that no light gets through, those behind are dropped, so
 * that a stack grows with what is seen and not with what is there.
 */
export class Fragments implements FragmentTarget {
  left = 0
  top = 0
  right = 0
  bottom = 0
  /** True when there are more than can be kept, or when it takes too long. */
  isFull = false
  /** The work so far, over all parts of the picture. */
  #work = 0
  #source = 0
  #opacity = 1
  #width = 0
  /** The nearness of the nearest opaque fragment, or of the last that light gets through to. */
  readonly #behind: Float32Array
  readonly #opaque: Columns
  readonly #opaqueSource: Uint8Array
  readonly #first: Int32Array
  readonly #counts: Int32Array
  readonly #pruneAt: Int32Array
  // Kept fragments, in chains.
  #room = 0
  #free = -1
  #next = new Int32Array(0)
  #kept = createColumns(0)
  #sources = new Uint8Array(0)
  #opacities = new Float32Array(0)

  /** @param most samples of a part of the picture */
  constructor(most: number) {
    this.#behind = new Float32Array(most)
    this.#opaque = createColumns(most)
    this.#opaqueSource = new Uint8Array(most)
    this.#first = new Int32Array(most)
    this.#counts = new Int32Array(most)
    this.#pruneAt = new Int32Array(most)
  }

  /** Returns whether the picture takes too long. */
  get isTooMuch(): boolean {
    return this.#work > mostWork
  }

  /** Begins another part of the picture. */
  begin({ left, top, right, bottom }: PixelBox): void {
    this.left = left
    this.top = top
    this.right = right
    this.bottom = bottom
    this.#width = right - left
    this.isFull = false
    this.#behind.fill(0)
    this.#opaqueSource.fill(0)
    this.#first.fill(-1)
    this.#counts.fill(0)
    this.#pruneAt.fill(leastPruned)
    this.#room = 0
    this.#free = -1
  }

  /** Begins a source, by its number and its opacity. */
  beginSource(source: number, opacity: number): void {
    this.#source = source
    this.#opacity = opacity
  }

  hides(x: number, y: number, nearness: number): boolean {
    if (++this.#work > mostWork) this.isFull = true
    return nearness <= (this.#behind[(y - this.top) * this.#width + x - this.left] ?? 0)
  }

  put(fragment: Fragment): void {
    const p = (fragment.y - this.top) * this.#width + fragment.x - this.left
    const opacity = this.#opacity * fragment.opacity
    if (opacity >= 1) {
      write(this.#opaque, p, fragment)
      this.#opaqueSource[p] = this.#source + 1
      this.#behind[p] = fragment.nearness
      return
    }
    const node = opacity > 0 ? this.#take() : -1
    if (node < 0) return
    this.#work += keptWork
    write(this.#kept, node, fragment)
    this.#sources[node] = this.#source
    this.#opacities[node] = opacity
    this.#next[node] = this.#first[p] ?? -1
    this.#first[p] = node
    const count = (this.#counts[p] ?? 0) + 1
    this.#counts[p] = count
    if (count >= (this.#pruneAt[p] ?? 0)) this.#prune(p)
  }

  /** Fills a stack with the fragments of a sample. */
  read(x: number, y: number, stack: FragmentStack): void {
    const p = (y - this.top) * this.#width + x - this.left
    const source = (this.#opaqueSource[p] ?? 0) - 1
    const far = source < 0 ? 0 : (this.#opaque.nearness[p] ?? 0)
    stack.count = 0
    if ((this.#first[p] ?? -1) >= 0)
      for (const node of this.#list(p)) {
        if ((this.#kept.nearness[node] ?? 0) <= far) break
        push(stack, this.#kept, node)
        stack.source[stack.count - 1] = this.#sources[node] ?? 0
        stack.opacity[stack.count - 1] = this.#opacities[node] ?? 0
      }
    if (source < 0) return
    push(stack, this.#opaque, p)
    stack.source[stack.count - 1] = source
    stack.opacity[stack.count - 1] = 1
  }

  /** Returns the kept fragments of a sample, the nearest first; of equal distance the one that came first. */
  #list(p: number): number[] {
    const nodes: number[] = []
    for (let node = this.#first[p] ?? -1; node >= 0; node = this.#next[node] ?? -1) nodes.push(node)
    const { nearness } = this.#kept
    return nodes.reverse().sort((one, other) => (nearness[other] ?? 0) - (nearness[one] ?? 0))
  }

  /** Drops the fragments of a sample to which no light gets through. */
  #prune(p: number): void {
    const nodes = this.#list(p)
    let light = 1
    let count = 0
    while (count < nodes.length && light > leastLight)
      light *= 1 - (this.#opacities[nodes[count++] ?? 0] ?? 0)
    for (const node of nodes.slice(count)) {
      this.#next[node] = this.#free
      this.#free = node
    }
    let first = -1
    // The chain has the last that came first, and those of equal distance came in their order.
    for (const node of nodes.slice(0, count)) {
      this.#next[node] = first
      first = node
    }
    this.#first[p] = first
    this.#counts[p] = count
    this.#pruneAt[p] = Math.max(leastPruned, 2 * count)
    if (light > leastLight) return
    const last = this.#kept.nearness[nodes[count - 1] ?? 0] ?? 0
    this.#behind[p] = Math.max(this.#behind[p] ?? 0, last)
  }

  /** Returns room for a fragment; -1 for none. */
  #take(): number {
    if (this.#free >= 0) {
      const node = this.#free
      this.#free = this.#next[node] ?? -1
      return node
    }
    if (this.#room === this.#next.length) {
      if (this.#room >= mostKept) {
        this.isFull = true
        return -1
      }
      this.#grow(Math.min(mostKept, Math.max(2 ** 14, 2 * this.#room)))
    }
    return this.#room++
  }

  #grow(room: number): void {
    const next = new Int32Array(room)
    next.set(this.#next)
    this.#next = next
    const sources = new Uint8Array(room)
    sources.set(this.#sources)
    this.#sources = sources
    const opacities = new Float32Array(room)
    opacities.set(this.#opacities)
    this.#opacities = opacities
    const kept = createColumns(room)
    kept.nearness.set(this.#kept.nearness)
    kept.element.set(this.#kept.element)
    kept.places.set(this.#kept.places)
    this.#kept = kept
  }
}

/** Fragments, as a list of each of their members. */
interface Columns {
  readonly nearness: Float32Array
  readonly element: Int32Array
  /** Two numbers for each. */
  readonly places: Float32Array
}

function createColumns(count: number): Columns {
  return {
    nearness: new Float32Array(count),
    element: new Int32Array(count),
    places: new Float32Array(2 * count),
  }
}

function write({ nearness, element, places }: Columns, at: number, fragment: Fragment): void {
  nearness[at] = fragment.nearness
  element[at] = fragment.element
  places[2 * at] = fragment.u
  places[2 * at + 1] = fragment.v
}

function push(stack: FragmentStack, { nearness, element, places }: Columns, at: number): void {
  const { count } = stack
  stack.nearness[count] = nearness[at] ?? 0
  stack.element[count] = element[at] ?? 0
  stack.u[count] = places[2 * at] ?? 0
  stack.v[count] = places[2 * at + 1] ?? 0
  stack.count = count + 1
}
