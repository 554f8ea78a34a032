import type { DrawnPicture } from '../../../engine/run/drawing/drawer.ts'
import type { SheetTask } from '../../../engine/run/drawing/drawing-thread.ts'
import type { AskerFacts } from '../answers/asker.ts'
import type { ToolLife } from '../answers/compute.ts'
import type { ToolParts } from '../answers/tool-parts.ts'

/** Returns pictures side by side, put together off the event loop. @throws `host.busy` */
export async function joinSheet(
  { account, drawer }: ToolParts,
  { client }: AskerFacts,
  task: SheetTask,
  { signal }: ToolLife,
): Promise<DrawnPicture> {
  const { release } = account.take('pictures', `${client} sheets`, 1)
  return await drawer.join({ ...task, caller: client, signal, onTurn: release }).finally(release)
}
