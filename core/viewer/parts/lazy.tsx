import type { ComponentType, VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { toLoadError } from '../data/load-error.ts'

/**
 * Returns a component whose script is fetched when it is first drawn; until then nothing is drawn.
 * @throws the `LoadError` of a script that is missing, in a render
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => VNode | null {
  let known: ComponentType<Props> | null = null
  return (props) => {
    const [part, setPart] = useState<Loaded<Props>>({ component: known, error: null })
    useEffect(() => {
      if (known) return
      load().then(
        (component) => {
          known = component
          setPart({ component, error: null })
        },
        (error: unknown) => setPart({ component: null, error: toLoadError(error) }),
      )
    }, [])
    if (part.error) throw part.error
    return part.component && <part.component {...props} />
  }
}

interface Loaded<Props> {
  readonly component: ComponentType<Props> | null
  readonly error: Error | null
}
