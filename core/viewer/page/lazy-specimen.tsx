import { useEffect, useState } from 'preact/hooks'
import { toLoadError } from '../data/load-error.ts'
import type { SpecimenPage } from '../specimen/specimen-page.tsx'

/** The page of a specimen, whose script is fetched after the first load. @throws without it, in a render */
export function LazySpecimen(props: Parameters<typeof SpecimenPage>[0]) {
  const [loaded, setLoaded] = useState<{ readonly page: typeof SpecimenPage } | Error | null>(null)
  useEffect(() => {
    import('../specimen/specimen-page.tsx').then(
      (script) => setLoaded({ page: script.SpecimenPage }),
      (error: unknown) => setLoaded(toLoadError(error)),
    )
  }, [])
  if (loaded instanceof Error) throw loaded
  return loaded && <loaded.page {...props} />
}
