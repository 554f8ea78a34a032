/** The lists of the drawer: problems of the build, failures of functions, and their output. */
import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { DevEntry, DevPlace, DevProblem } from '../../contract/domain/dev-event.ts'
import { isOwnFrame } from './dev-state.ts'

interface ProblemListProps {
  readonly problems: readonly DevProblem[]
  readonly more: number
  readonly faults: readonly string[]
}

/** The problems of the build, in the form of the terminal. */
export function ProblemList(props: ProblemListProps) {
  const { problems, more, faults } = props
  if (problems.length + faults.length === 0) return <p class="dev-none">Everything builds.</p>
  return (
    <ul class="dev-list">
      {faults.map((fault) => (
        <li key={fault} class="dev-item">
          <p>{fault}</p>
        </li>
      ))}
      {problems.map((problem) => (
        <Problem key={JSON.stringify(problem)} problem={problem} />
      ))}
      {more > 0 && <li class="dev-item">{more} more stand in the terminal.</li>}
    </ul>
  )
}

/** Returns a place in the form of terminals and editors. */
export function formatPlace({ file, line, column }: DevPlace): string {
  return `${file}:${line}:${column}`
}

function Source({ lines: [line, underline = ''] }: { readonly lines: readonly string[] }) {
  if (line === undefined) return null
  const [from, to] = [underline.indexOf('^'), underline.lastIndexOf('^') + 1]
  return (
    <pre>
      {line.slice(0, from)}
      <mark>{line.slice(from, to)}</mark>
      {line.slice(to)}
    </pre>
  )
}

function Problem({ problem }: { readonly problem: DevProblem }) {
  const { severity, code, place, path, found, remedy, source, origin } = problem
  const where = place ? formatPlace(place) : 'The build'
  const behind = origin ? `It comes from ${formatPlace(origin)}` : null
  const about = path === null ? code : `${code} in ${path}`
  const lines = [where, `${severity} ${about}`, found, ...source, behind, remedy]
  return (
    <li class="dev-item">
      <header class="dev-head">
        <code class="dev-place">{where}</code>
        <span class={severity === 'error' ? 'dev-error' : 'dev-warning'}>{severity}</span>
        <code class="dev-soft">{about}</code>
        <CopyButton text={lines.filter((line) => line !== null).join('\n')} />
      </header>
      <p>{found}</p>
      <Source lines={source} />
      {behind && <p>{behind}</p>}
      <p class="dev-remedy">{remedy}</p>
    </li>
  )
}

/** Failures of functions; places in their sources are set off from those of packages and Node. */
export function FailureList({ failures }: { readonly failures: readonly DevEntry<'failure'>[] }) {
  if (failures.length === 0) return <p class="dev-none">No function has failed since it was built.</p>
  return (
    <ul class="dev-list">
      {failures.map((failure) => (
        <Failure key={failure.seq} failure={failure} />
      ))}
    </ul>
  )
}

function Failure({ failure }: { readonly failure: DevEntry<'failure'> }) {
  const { function: name, message, params, stack, ts } = failure
  const lines = stack === '' ? [] : stack.split('\n')
  return (
    <li class="dev-item">
      <header class="dev-head">
        <code class="dev-place">{name}</code>
        <time class="dev-soft" dateTime={new Date(ts * 1000).toISOString()}>
          {new Date(ts * 1000).toLocaleTimeString()}
        </time>
        <CopyButton text={[message, `called with ${params}`, ...lines].join('\n')} />
      </header>
      <p class="dev-error">{message}</p>
      <p class="dev-soft">
        called with <code>{params}</code>
      </p>
      {lines.length > 0 && (
        <pre>
          {lines.map((line, i) => (
            <span key={i} class={isOwnFrame(line) ? 'dev-own' : 'dev-soft'}>
              {`${line}\n`}
            </span>
          ))}
        </pre>
      )}
    </li>
  )
}

/** Distance to the end of a log, in pixels, within which it follows new lines. */
const nearEnd = 24

/** The output of functions. Follows new lines while its end is in view. */
export function OutputLog({ output }: { readonly output: readonly DevEntry<'output'>[] }) {
  const list = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const onScroll = (): void => {
    const log = list.current
    if (log) follows.current = log.scrollHeight - log.scrollTop - log.clientHeight < nearEnd
  }
  useLayoutEffect(() => {
    const log = list.current
    if (log && follows.current) log.scrollTop = log.scrollHeight
  }, [output])
  if (output.length === 0) return <p class="dev-none">Nothing was printed. Try console.log in a function.</p>
  return (
    <div
      class="dev-log"
      role="log"
      aria-label="Output"
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      ref={list}
      onScroll={onScroll}
    >
      {output.map(({ seq, function: name, text }) => (
        <div key={seq} class="dev-line">
          <code class="dev-soft">{name}</code>
          <pre>{text}</pre>
        </div>
      ))}
    </div>
  )
}

/** Copies a text; absent where a page has no clipboard: on plain http from another machine. */
function CopyButton({ text }: { readonly text: string }) {
  const isCopied = useSignal(false)
  if (!window.isSecureContext) return null
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    isCopied.value = true
  }
  return (
    <button type="button" class="dev-copy" onClick={() => void copy()}>
      {isCopied.value ? 'Copied' : 'Copy'}
    </button>
  )
}
