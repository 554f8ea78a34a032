import type { DevPlace, DevProblem } from '../../domain/dev-event.ts'
import { CopyButton } from './copy-button.tsx'

/** The problems of the build, in the form of the terminal. */
export function ProblemList({
  problems,
  more,
  faults,
}: {
  readonly problems: readonly DevProblem[]
  readonly more: number
  readonly faults: readonly string[]
}) {
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
