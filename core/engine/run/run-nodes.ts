/** The calls of a run that takes data: in which order they run, where each is, and how a line names them. */
import type { JobNode, NodeState, Report } from '../../contract/domain/job.ts'
import type { Call } from './call.ts'
import type { CallAdmission } from './flights.ts'

/** Tells where a run is, and the calls whose results it takes. */
export class RunNodes {
  readonly #call: Call
  readonly #answers = new Map<number, CallAdmission>()
  #state: NodeState = 'waiting'

  constructor(call: Call) {
    this.#call = call
  }

  /** Sets where the run itself is. */
  set(state: NodeState): void {
    this.#state = state
  }

  /** Sets where the call of an input comes from. */
  follow(input: number, answer: CallAdmission): void {
    this.#answers.set(input, answer)
  }

  /** Returns all calls with their states: each below the one that takes its result. */
  list(): readonly JobNode[] {
    const { invocation, inputs = [] } = this.#call
    const below = inputs.flatMap(({ call }, i) => {
      const answer = this.#answers.get(i)
      const known = answer?.run?.nodes?.()
      if (known) return known.map((node) => ({ ...node, level: node.level + 1 }))
      // The run of another host tells no more than that it goes on.
      return listNodes(call, answer === undefined ? 'waiting' : answer.run ? 'running' : 'kept', 1)
    })
    return [{ name: invocation.functionName, state: this.#state, level: 0 }, ...below]
  }
}

function listNodes({ invocation, inputs = [] }: Call, state: NodeState, level: number): readonly JobNode[] {
  const below = inputs.flatMap(({ call }) => listNodes(call, state, level + 1))
  return [{ name: invocation.functionName, state, level }, ...below]
}

/** Returns what is the same for equal calls alone. */
function toNodeId({ invocation: { key, revision } }: Call): string {
  return JSON.stringify([key, revision])
}

/** Returns the calls of a tree in the order in which they run, each once, by {@link toNodeId}. */
function listOrder(call: Call): readonly string[] {
  const inner = (call.inputs ?? []).flatMap((input) => listOrder(input.call))
  return [...new Set([...inner, toNodeId(call)])]
}

/** A line of a call whose result is taken: `2 of 3: isosurface, 40 %: marching`. */
const numbered = /^(\d{1,2}) of (\d{1,2}): /

/** Returns how lines of the calls inside one are said: each with its number among all. */
export function createNaming(outer: Call): (call: Call, report: Report) => string {
  const order = listOrder(outer)
  const say = (id: string, rest: string): string => `${order.indexOf(id) + 1} of ${order.length}: ${rest}`
  return (call, { text, fraction }) => {
    const [start = '', place, count] = numbered.exec(text) ?? []
    const inner = call.inputs ? listOrder(call) : []
    // Calls further inside have numbers already: among those of the call that takes their results.
    const id = Number(count) === inner.length ? inner[Number(place) - 1] : undefined
    if (id !== undefined && id !== inner.at(-1)) return say(id, text.slice(start.length))
    const share = fraction === undefined ? '' : `, ${Math.round(100 * fraction)} %`
    return say(toNodeId(call), `${call.invocation.functionName}${share}${text === '' ? '' : `: ${text}`}`)
  }
}
