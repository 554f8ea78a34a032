import { useSignal } from '@preact/signals'
import { toRoomBeside } from '../../../contract/domain/invocation.ts'
import { toThrownText } from '../../../contract/text/thrown-text.ts'
import { keepKnown } from '../../panel/values.ts'
import { copyText } from '../../parts/copy-text.ts'
import type { DownloadProps } from './download-props.ts'

/** The way of a volume or image into other programs: its address as a store of Zarr, to be copied. */
export function ZarrRow({
  body,
  params,
  roomId,
  client,
  part,
}: DownloadProps & { readonly part: string | undefined }) {
  const address = useSignal('')
  const told = useSignal('')
  const copy = async (): Promise<void> => {
    try {
      const given = body.schema ? keepKnown(body.schema, params) : {}
      // A room has one result, and what is read elsewhere must not end with the next step of a slider here.
      const own = body.is_dynamic ? toRoomBeside(roomId, `zarr-${toMark(JSON.stringify(given))}`) : roomId
      address.value = await client.zarrAddress(body.id, { params: given, roomId: own, part })
      const isCopied = await copyText(address.value)
      const how = isCopied ? 'It is copied.' : 'Copy it.'
      const isSecret = address.value.includes('/ticket=')
      told.value = isSecret ? `${how} Whoever has it can read this, and run it, for some hours.` : how
    } catch (error) {
      told.value = toThrownText(error)
    }
  }
  return (
    <div class="share">
      <button type="button" onClick={() => void copy()}>
        Open in napari, neuroglancer …
      </button>
      {address.value !== '' && (
        <input
          readOnly
          aria-label="Address as OME-Zarr"
          value={address.value}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
      <span role="status">{told.value}</span>
    </div>
  )
}

/** Returns a short mark of a text (FNV-1a), so that calls with other parameters have rooms of their own. */
function toMark(text: string): string {
  let mark = 0x811c9dc5
  for (const letter of text) mark = Math.imul(mark ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return (mark >>> 0).toString(36)
}
