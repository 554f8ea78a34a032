import { SpecimenError } from '../../../contract/domain/errors.ts'
import { readXml } from '../xml.ts'

/** The start of an element of XML, with its attributes. */
export interface OmeElement {
  /** Without a prefix. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** The text right behind the start, up to the next element. */
  readonly text: string
}

/**
 * Returns the starts of all elements in their order, up to the first place where the document is damaged: a
 * file is worth showing without what its description says there.
 */
export function readXmlElements(text: string): OmeElement[] {
  const elements: OmeElement[] = []
  let isBehindStart = false
  try {
    for (const step of readXml(text)) {
      const last = elements.at(-1)
      if (step.kind === 'open') {
        const { name, attributes } = step
        elements.push({ name, attributes, text: '' })
      } else if (step.kind === 'text' && last && isBehindStart)
        elements[elements.length - 1] = { ...last, text: step.text.trim() }
      isBehindStart = step.kind === 'open'
    }
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
  }
  return elements
}
