import { useEffect, useState } from 'preact/hooks'
import type { HostCalls, SpecimenBody } from '../../../client/client.ts'

/** Milliseconds in which most results are there. */
const patience = 300

/** The card's picture on the stage, until a first result is drawn there; not fetched for a quick one. */
export function Poster({ body, client }: { readonly body: SpecimenBody; readonly client: HostCalls }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (body.thumbnail_url === null) return
    let held: string | undefined
    let isClosed = false
    const load = async (): Promise<void> => {
      const picture = await client.thumbnail(body.id)
      if (isClosed) return
      held = URL.createObjectURL(picture)
      setAddress(held)
    }
    // The page is complete without it.
    const timer = setTimeout(() => void load().catch(() => {}), patience)
    return () => {
      isClosed = true
      clearTimeout(timer)
      if (held !== undefined) URL.revokeObjectURL(held)
    }
  }, [body.id])
  return address === null ? null : <img class="stage-poster" src={address} alt="" />
}
