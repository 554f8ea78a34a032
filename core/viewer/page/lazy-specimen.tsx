import type { Signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { toLoadError } from '../data/load-error.ts'
import type { OwnContent } from '../own-file/own-content.ts'
import type { SpecimenPageProps } from '../specimen/specimen-page.tsx'
import { ownFileId } from '../state/view-state.ts'

type Pages = Partial<typeof import('../specimen/specimen-page.tsx')> &
  Partial<typeof import('../own-file/own-file-page.tsx')>

/** The page of a specimen, and the user's own file, which may take its place. */
export interface LazySpecimenProps extends SpecimenPageProps {
  readonly own: Signal<OwnContent | null>
}

/**
 * The page of a specimen or of the user's own file, whose script is fetched after the first load. It is drawn
 * a turn later also where the script is here: the page before it then has given its stage back.
 * @throws without it, in a render
 */
export function LazySpecimen(props: LazySpecimenProps) {
  const { id, own } = props
  const [loaded, setLoaded] = useState<Pages | Error | null>(null)
  useEffect(() => {
    const script: Promise<Pages> =
      id === ownFileId ? import('../own-file/own-file-page.tsx') : import('../specimen/specimen-page.tsx')
    script.then(setLoaded, (error: unknown) => setLoaded(toLoadError(error)))
  }, [])
  if (loaded instanceof Error) throw loaded
  if (loaded?.OwnFilePage) {
    const onContent = (content: OwnContent | null): void => {
      own.value = content
    }
    return <loaded.OwnFilePage {...props} content={own.value} onContent={onContent} />
  }
  return loaded?.SpecimenPage ? <loaded.SpecimenPage {...props} /> : null
}
