import type { CatalogEntry } from '../../../core/client/client.ts'

/** Returns an entry of a catalog that is as plain as can be but for `more`. */
export function toEntry(id: string, more: Partial<CatalogEntry> = {}): CatalogEntry {
  return {
    id,
    display_name: id,
    description: '',
    type: 'mesh',
    tags: [],
    is_dynamic: true,
    worker_id: null,
    available: true,
    thumbnail_url: null,
    thumbnail_file: null,
    function_name: null,
    story_text: [],
    ...more,
  }
}
