import { useLayoutEffect, useRef } from 'preact/hooks'
import type { DevEntry, OutputEvent } from '../../domain/dev-event.ts'

/** Distance to the end of a log, in pixels, within which it follows new lines. */
const nearEnd = 24

/** The output of functions. Follows new lines while its end is in view. */
export function OutputLog({ output }: { readonly output: readonly DevEntry<OutputEvent>[] }) {
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
