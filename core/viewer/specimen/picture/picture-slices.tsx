import { SliceHandlesOver } from '../../handles/handles-over.tsx'
import type { SliceTool } from '../../slices/slice-pick.ts'
import { Slices } from '../lazy-tools.ts'
import type { OpenedView } from '../model/opened-view.ts'

interface PictureSlicesProps {
  readonly opened: OpenedView
  /** The tool that is on; null for none. */
  readonly tool: SliceTool | null
}

/** The slices of a volume with the handles over them, where they are shown. */
export function PictureSlices({ opened, tool }: PictureSlicesProps) {
  const { model, onDisplay } = opened
  const [prepared, display] = [model.prepared.value, opened.display.value]
  if (prepared?.type !== 'volume' || !display.slices) return null
  return (
    <Slices
      prepared={prepared}
      display={display}
      meaning={opened.meaning.value}
      tool={tool}
      handles={(slice) => <SliceHandlesOver opened={opened} prepared={prepared} slice={slice} />}
      onChange={onDisplay}
    />
  )
}
