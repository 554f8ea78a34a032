import type { SpecimenBody } from '../../client/client.ts'

/** The author's texts about a specimen. */
export function About({ body, isOpen }: { readonly body: SpecimenBody; readonly isOpen: boolean }) {
  const pages = body.story_text.length > 0 ? body.story_text : [body.description]
  return (
    <details class="settings" open={isOpen}>
      <summary>About</summary>
      {pages
        .filter((page) => page !== '')
        .map((page) => (
          <p key={page}>{page}</p>
        ))}
      <dl>
        <dt>Id</dt>
        <dd>{body.id}</dd>
        {body.tags.length > 0 && <dt>Tags</dt>}
        {body.tags.length > 0 && <dd>{body.tags.join(', ')}</dd>}
        <dt>{body.is_dynamic ? 'Function' : 'File'}</dt>
        <dd>{body.function_name ?? body.data_file}</dd>
      </dl>
    </details>
  )
}
