/** Views beside that in 3D: the slices of a volume, and tables. */
import type { RefObject } from 'preact'
import { SliceHandlesOver } from '../../handles/handles-over.tsx'
import type { SliceTool } from '../../slices/slice-pick.ts'
import type { Stage } from '../../stage/stage.ts'
import { Slices, Tables } from '../lazy-tools.ts'
import { hasTable } from '../model/chosen-part.ts'
import type { OpenedView } from '../model/opened-view.ts'
import type { Pointing } from '../over/measure.ts'

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

interface PictureTablesProps {
  readonly opened: OpenedView
  readonly pointing: Pointing
  readonly stage: RefObject<Stage | null>
}

/** Tables below the picture, or in its place. */
export function PictureTables({ opened, pointing, stage }: PictureTablesProps) {
  const prepared = opened.model.prepared.value
  if (!prepared || !hasTable(prepared)) return null
  return <Tables prepared={prepared} display={opened.display.value} pointing={pointing} stage={stage} />
}
