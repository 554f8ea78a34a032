import { type ReadonlySignal, useSignal } from '@preact/signals'
import { writeView } from '../../look/view-text.ts'
import { PopoverButton } from '../parts/popover-button.tsx'
import { isShutIn } from '../parts/shut-in.ts'
import type { ShownView } from '../state/view-state.ts'

/** Copies the view's address, which has all settings; or settings or parameters as the tag of an author. */
export function ShareButton(props: {
  readonly view: ReadonlySignal<ShownView>
  readonly toAddress: () => string
  readonly isDynamic: boolean
}) {
  const { view, toAddress, isDynamic } = props
  const address = useSignal('')
  const tag = useSignal('')
  const preset = useSignal('')
  const copied = useSignal('')
  const copy = async (text: string, what: string): Promise<void> => {
    copied.value = ''
    // A page in a notebook, or on plain http from another machine, has no clipboard: it shows the text.
    const clipboard = isShutIn() ? undefined : navigator.clipboard
    const isCopied = clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    if (await isCopied) copied.value = what
  }
  const open = (): void => {
    address.value = toAddress()
    tag.value = toTag(view.peek())
    preset.value = toPresetTag(view.peek())
    void copy(address.value, 'link')
  }
  return (
    <PopoverButton icon="share" label="Copy the link to this view" onOpen={open}>
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
