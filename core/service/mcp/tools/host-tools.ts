import { type AppTools, createAppTools } from '../apps/app-tools.ts'
import type { RoomParts } from '../rooms/room-result.ts'
import {
  type CatalogParts,
  type CatalogTools,
  createCatalogTools,
  createDescribeTool,
} from './catalog-tools.ts'
import { createCompareTool } from './compare-tool.ts'
import { createJoinTool, createLeaveTool } from './join-tools.ts'
import { createLookTool } from './look-tool.ts'
import { createNoteTool, createPointTool } from './point-tools.ts'
import { createSetTool } from './set-tool.ts'
import { createSweepTool } from './sweep-tool.ts'
import type { HostTool } from './tool.ts'
import { createUploadTool, type UploadParts } from './upload-tool.ts'

/** The tools that stand for none of the catalog's functions. */
export interface HostTools {
  /** Those that look at results, and those of a room. */
  readonly usual: readonly HostTool[]
  /** The one that brings data, where a function takes some. */
  readonly upload: HostTool
  /** Those that find what has no tool of its own. */
  readonly catalog: CatalogTools
  /** Those of pages in clients. */
  readonly apps: AppTools
}

/** The parts of a host that these tools use. */
export type HostToolParts = RoomParts & CatalogParts & UploadParts

/** Returns the tools of every host. */
export function createHostTools(parts: HostToolParts): HostTools {
  const describe = createDescribeTool(parts)
  return {
    usual: [
      createLookTool(parts),
      createCompareTool(parts),
      createSweepTool(parts),
      createJoinTool(parts),
      createSetTool(parts),
      createPointTool(parts),
      createNoteTool(parts),
      createLeaveTool(),
    ],
    upload: createUploadTool(parts),
    catalog: createCatalogTools(parts, describe),
    apps: createAppTools(parts, describe),
  }
}
