import type { DevEntry, FailureEvent } from '../../domain/dev-event.ts'
import { CopyButton } from './copy-button.tsx'
import { isOwnFrame } from './dev-state.ts'

/** Failures of functions; places in their sources are set off from those of packages and Node. */
export function FailureList({ failures }: { readonly failures: readonly DevEntry<FailureEvent>[] }) {
  if (failures.length === 0) return <p class="dev-none">No function has failed since it was built.</p>
  return (
    <ul class="dev-list">
      {failures.map((failure) => (
        <Failure key={failure.seq} failure={failure} />
      ))}
    </ul>
  )
}

function Failure({ failure }: { readonly failure: DevEntry<FailureEvent> }) {
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
