import { type CharacterSet, includes } from './code-points.ts'
import { type Assertion, type PatternNode, parsePattern } from './parse-pattern.ts'

/** Texts that are no longer cost less than remembering. */
const shortLength = 64
/** States that a match remembers; ordinary texts come to less than ten. */
const mostStates = 64
/** Steps of remembering a state, for each of its threads. */
const stateSteps = 4

/** Steps of asking the language about a character. */
const propertySteps = 10

/** A remembered position of a match: its threads, and the state that each character led to. */
interface State {
  readonly threads: Int32Array
  readonly ascii: (State | undefined)[]
  readonly others: Map<number, State>
}

type Instruction =
  | { readonly op: 'set'; readonly set: CharacterSet; readonly ascii: Uint8Array }
  | { readonly op: 'assert'; readonly assertion: Assertion }
  /** Goes on at both places. */
  | { readonly op: 'split'; readonly to: number; readonly or: number }
  | { readonly op: 'match' }

/**
 * A pattern as instructions of a nondeterministic automaton, and its run over a text. All states are followed
 * at once (Thompson's construction, as in RE2), so that a match visits each instruction at most once for each
 * position: time is bounded by the product of the two for every pattern and every text, and is counted while
 * it is spent. In a long text the same threads meet the same character again and again, so a match remembers
 * where they went then, which is one step. Not reentrant: it keeps the lists that a match needs.
 */
export class PatternProgram {
  readonly #instructions: readonly Instruction[]
  /**
   * The places at which each `split` goes on, as two lists of numbers, which are read many times faster than
   * objects; -1 for the others.
   */
  readonly #to: Int32Array
  readonly #or: Int32Array
  readonly #isAnchored: boolean
  /** True where all positions inside the text are alike: a word boundary depends on the next character. */
  readonly #canRemember: boolean
  /** The position (and one) at which each instruction was last reached. */
  readonly #reached: Int32Array
  readonly #stack: Int32Array
  #text = ''
  #threads: Int32Array
  #count = 0
  #spare: Int32Array
  #hasMatched = false

  /** @throws `schema.invalid` */
  constructor(pattern: string) {
    const node = parsePattern(pattern)
    const program = emitProgram(node)
    this.#instructions = program
    this.#to = Int32Array.from(program, (instruction) => (instruction.op === 'split' ? instruction.to : -1))
    this.#or = Int32Array.from(program, (instruction) => (instruction.op === 'split' ? instruction.or : -1))
    this.#isAnchored = isAnchored(node)
    this.#canRemember = !program.some((one) => one.op === 'assert' && /boundary/.test(one.assertion))
    this.#reached = new Int32Array(program.length)
    this.#stack = new Int32Array(2 * program.length + 1)
    this.#threads = new Int32Array(program.length)
    this.#spare = new Int32Array(program.length)
  }

  /** Instructions of the program; its memory and the time to make it are in proportion. */
  get size(): number {
    return this.#instructions.length
  }

  /**
   * Returns whether the pattern matches anywhere in `text`. `spend` is given the instructions visited,
   * position by position, and may throw to end the match.
   */
  test(text: string, spend: (steps: number) => void): boolean {
    this.#text = text
    this.#reached.fill(0)
    this.#count = 0
    this.#hasMatched = false
    const states = new Map<string, State>()
    let visited = this.#follow(0, 0)
    let state = this.#canRemember && text.length > shortLength ? this.#remember(states) : undefined
    for (let at = 0; at < text.length && !this.#hasMatched; ) {
      if (this.#isAnchored && this.#count === 0) break
      spend(visited + 1)
      const code = text.codePointAt(at) ?? 0
      at += code > 0xffff ? 2 : 1
      const known = code < 128 ? state?.ascii[code] : state?.others.get(code)
      visited = 0
      // The end of the text is a position of its own.
      if (known && at < text.length) {
        state = known
        this.#count = known.threads.length
        continue
      }
      if (state) this.#threads.set(state.threads)
      visited = this.#advance(code, at)
      if (!this.#isAnchored) visited += this.#follow(0, at)
      if (!state || this.#hasMatched || at === text.length) continue
      visited += stateSteps * this.#count
      const next = this.#remember(states)
      if (next && code < 128) state.ascii[code] = next
      else if (next) state.others.set(code, next)
      state = next
    }
    spend(visited)
    return this.#hasMatched
  }

  /** Returns the state of these threads; undefined when there are too many states to go on with them. */
  #remember(states: Map<string, State>): State | undefined {
    const threads = this.#threads.slice(0, this.#count)
    const key = threads.join()
    const known = states.get(key)
    if (known || states.size >= mostStates) return known
    const state: State = { threads, ascii: new Array(128), others: new Map() }
    states.set(key, state)
    return state
  }

  /** Moves every thread over one code point to `at`. Returns the number of instructions visited. */
  #advance(code: number, at: number): number {
    const [threads, count] = [this.#threads, this.#count]
    this.#threads = this.#spare
    this.#spare = threads
    this.#count = 0
    let visited = count
    for (let i = 0; i < count; i++) {
      const place = threads[i] ?? 0
      const instruction = this.#instructions[place]
      if (instruction?.op !== 'set') continue
      const fits = code < 128 ? instruction.ascii[code] === 1 : includes(instruction.set, code)
      if (code >= 128 && instruction.set instanceof RegExp) visited += propertySteps
      if (fits) visited += this.#follow(place + 1, at)
    }
    return visited
  }

  /** Adds every place reached from `start` without reading a character. Returns the number visited. */
  #follow(start: number, at: number): number {
    const [stack, reached] = [this.#stack, this.#reached]
    let visited = 0
    let depth = 0
    stack[depth++] = start
    while (depth > 0) {
      const place = stack[--depth] ?? 0
      if (reached[place] === at + 1) continue
      reached[place] = at + 1
      visited++
      const to = this.#to[place] ?? -1
      if (to >= 0) {
        stack[depth++] = this.#or[place] ?? 0
        stack[depth++] = to
        continue
      }
      const instruction = this.#instructions[place]
      if (instruction?.op === 'set') this.#threads[this.#count++] = place
      else if (instruction?.op === 'match') this.#hasMatched = true
      else if (instruction?.op === 'assert' && this.#holds(instruction.assertion, at))
        stack[depth++] = place + 1
    }
    return visited
  }

  #holds(assertion: Assertion, at: number): boolean {
    if (assertion === 'start') return at === 0
    if (assertion === 'end') return at === this.#text.length
    const isBoundary = isWordAt(this.#text, at - 1) !== isWordAt(this.#text, at)
    return isBoundary === (assertion === 'boundary')
  }
}

function isWordAt(text: string, at: number): boolean {
  return at >= 0 && at < text.length && /\w/.test(text.charAt(at))
}

function emitProgram(node: PatternNode): Instruction[] {
  const program: Instruction[] = []
  emit(node, program)
  program.push({ op: 'match' })
  return program
}

function emit(node: PatternNode, program: Instruction[]): void {
  if (node.kind === 'set') program.push({ op: 'set', set: node.set, ascii: node.ascii })
  else if (node.kind === 'assertion') program.push({ op: 'assert', assertion: node.assertion })
  else if (node.kind === 'sequence') for (const part of node.parts) emit(part, program)
  else if (node.kind === 'repeat') emitRepeat(node, program)
  else emitChoice(node.parts, program)
}

function emitChoice(parts: readonly PatternNode[], program: Instruction[]): void {
  const exits: number[] = []
  parts.forEach((part, i) => {
    const split = i < parts.length - 1 ? reserve(program) : undefined
    emit(part, program)
    if (split === undefined) return
    exits.push(reserve(program))
    program[split] = { op: 'split', to: split + 1, or: program.length }
  })
  for (const exit of exits) program[exit] = { op: 'split', to: program.length, or: program.length }
}

function emitRepeat(
  { part, least, most }: Extract<PatternNode, { kind: 'repeat' }>,
  program: Instruction[],
): void {
  for (let i = 0; i < least; i++) emit(part, program)
  if (most === null) {
    const loop = reserve(program)
    emit(part, program)
    program.push({ op: 'split', to: loop, or: loop })
    program[loop] = { op: 'split', to: loop + 1, or: program.length }
    return
  }
  const exits: number[] = []
  for (let i = least; i < most; i++) {
    exits.push(reserve(program))
    emit(part, program)
  }
  for (const exit of exits) program[exit] = { op: 'split', to: exit + 1, or: program.length }
}

/** Takes the next place for an instruction that is written when its targets are known. */
function reserve(program: Instruction[]): number {
  return program.push({ op: 'match' }) - 1
}

/** Returns whether a match can begin at the start of a text only. */
function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'assertion') return node.assertion === 'start'
  if (node.kind === 'choice') return node.parts.every(isAnchored)
  if (node.kind === 'sequence') return node.parts[0] !== undefined && isAnchored(node.parts[0])
  return node.kind === 'repeat' && node.least > 0 && isAnchored(node.part)
}
