import type { ComponentChildren } from 'preact'
import { useErrorBoundary } from 'preact/hooks'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { LoadAgain } from '../parts/load-again.tsx'

/** Shows its children or, when one throws during a render, the error with ways out. */
export function FailureBoundary(props: {
  readonly children: ComponentChildren
  readonly onFailure: (message: string) => void
}) {
  const { children, onFailure } = props
  const [error] = useErrorBoundary((thrown: unknown) => {
    console.error(thrown)
    onFailure(describeThrown(thrown))
  })
  if (error === undefined) return <>{children}</>
  return (
    <main class="page-failure">
      <div role="alert">
        <h1>This page has failed</h1>
        <p>{describeThrown(error)}</p>
      </div>
      <p>
        <LoadAgain /> <a href="#/">All specimens</a>
      </p>
    </main>
  )
}

function describeThrown(thrown: unknown): string {
  return toThrownText(thrown)
}
