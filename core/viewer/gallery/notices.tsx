import { toCommand } from '../../contract/text/to-command.ts'
import { keysOf } from '../../contract/values/keys-of.ts'
import { TypeFigure, typeNames } from './figures.tsx'

const shownFaults = 20

/** Placeholder of the height of the cards, before the catalog is loaded. */
export function Skeleton() {
  return (
    <ul class="cards is-loading" aria-hidden="true">
      {Array.from({ length: 12 }, (_, i) => (
        <li key={i} class="card">
          <div class="thumbnail" />
          <div class="line" />
          <div class="line" />
          <div class="block" />
        </li>
      ))}
    </ul>
  )
}

/** A host without specimens. */
export function NothingYet({ docs }: { readonly docs: string }) {
  return (
    <section class="notice">
      <div class="figures">
        {keysOf(typeNames).map((type) => (
          <TypeFigure key={type} type={type} />
        ))}
      </div>
      <h2>No specimens yet</h2>
      <p>
        A specimen is a function that returns a mesh, a volume, points or an image. This makes a first one:
      </p>
      <pre>
        <code>{`${toCommand('new disc')}\n${toCommand('dev')}`}</code>
      </pre>
      <p>
        Files can be specimens, too. <a href={docs}>The API</a> is the same for both.
      </p>
    </section>
  )
}

/** A search without a match. */
export function NothingFound({ search, onClear }: { readonly search: string; readonly onClear: () => void }) {
  return (
    <section class="notice">
      <h2>{search.trim() === '' ? 'No specimen has all of this' : `Nothing fits “${search.trim()}”`}</h2>
      <p>
        <button type="button" onClick={onClear}>
          Show all specimens
        </button>
      </p>
    </section>
  )
}

/** Entries of the catalog without a card. */
export function LeftOut({ faults }: { readonly faults: readonly string[] }) {
  const count = faults.length
  return (
    <details class="left-out">
      <summary>
        {count === 1 ? 'A specimen is' : `${count} specimens are`} left out: the host describes{' '}
        {count === 1 ? 'it' : 'them'} in a way that this page cannot read.
      </summary>
      <ul>
        {faults.slice(0, shownFaults).map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
        {count > shownFaults && <li>{count - shownFaults} more.</li>}
      </ul>
    </details>
  )
}

/** A catalog that could not be read. */
export function CatalogFailure({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <section class="notice" role="alert">
      <h2>The catalog could not be read</h2>
      <p>{text}</p>
      <p>
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      </p>
    </section>
  )
}
