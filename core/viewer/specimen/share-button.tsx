import { type ReadonlySignal, useSignal } from '@preact/signals'
import { writeView } from '../../contract/look/view-text.ts'
import { copyText } from '../parts/copy-text.ts'
import { PopoverButton } from '../parts/popover-button.tsx'
import type { ShownView } from '../state/view-state.ts'
import { useHeadsets } from './headset/use-headset.ts'

interface ShareButtonProps {
  readonly view: ReadonlySignal<ShownView>
  readonly toAddress: () => string
  readonly isDynamic: boolean
}

/** Copies the view's address, which has all settings; or settings or parameters as the tag of an author. */
export function ShareButton(props: ShareButtonProps) {
  const { view, toAddress, isDynamic } = props
  const address = useSignal('')
  const tag = useSignal('')
  const preset = useSignal('')
  const copied = useSignal('')
  const copy = async (text: string, what: string): Promise<void> => {
    copied.value = ''
    if (await copyText(text)) copied.value = what
  }
  const open = (): void => {
    address.value = toAddress()
    tag.value = toTag(view.peek())
    preset.value = toPresetTag(view.peek())
    void copy(address.value, 'link')
  }
  return (
    <PopoverButton icon="share" word="Link" label="Copy the link to this view" onOpen={open}>
      {() => (
        <div class="share">
          <span role="status">
            {copied.value === '' ? 'Copy this link:' : `The ${copied.value} is copied.`}
          </span>
          <CopyField label="Link" text={address.value} />
          <CopyField label="View as a tag" text={tag.value} />
          <button type="button" onClick={() => void copy(tag.value, 'tag')}>
            Copy as @view
          </button>
          <HeadsetNote />
          {isDynamic && (
            <>
              <CopyField label="Parameters as a tag" text={preset.value} />
              <button type="button" onClick={() => void copy(preset.value, 'tag')}>
                Copy as @preset
              </button>
            </>
          )}
        </div>
      )}
    </PopoverButton>
  )
}

/** Says why there is no button for a headset: the link leads to a page that may have one. */
function HeadsetNote() {
  const { reason } = useHeadsets().value
  return reason === '' ? null : <p class="popover-note">In a headset: {reason}</p>
}

function CopyField({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <input readOnly aria-label={label} value={text} onFocus={({ currentTarget }) => currentTarget.select()} />
  )
}

/** Returns the view as it stands in a function's comment; of the camera only the direction counts. */
function toTag({ display, camera }: ShownView): string {
  const [x, y, z] = camera?.offset ?? [0, 0, 0]
  const length = Math.hypot(x, y, z)
  const from = length > 0 ? ([x / length, y / length, z / length] as const) : display.from
  return `@view ${writeView({ ...display, from })}`.trim()
}

/** Returns the parameters as they stand in a function's comment, under a name to be replaced. */
function toPresetTag({ params }: ShownView): string {
  return `@preset Name ${JSON.stringify(params)}`
}
