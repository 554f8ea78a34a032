/** Writing of DER (ITU-T X.690), as far as a certificate needs it. */

/** Tags of X.680, and those of the context: a certificate's own parts, and the forms of its names. */
const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** Returns an element: its tag, the length of its content, and the content. */
export function writeElement(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.of(tag), writeLength(content.length), content])
}

/** Returns a SEQUENCE of elements. */
export function writeSequence(...elements: readonly Uint8Array[]): Buffer {
  return writeElement(tags.sequence, ...elements)
}

/** Returns a SET of one element; DER would have several in an order. */
export function writeSet(element: Uint8Array): Buffer {
  return writeElement(tags.set, element)
}

/** Returns an INTEGER that is not negative, from its bytes with the highest first. */
export function writeInteger(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? Buffer.of(0) : bytes.subarray(first)
  const isHigh = (digits[0] ?? 0) >= 0x80 // would be read as a sign
  return writeElement(tags.integer, ...(isHigh ? [Buffer.of(0), digits] : [digits]))
}

/** Returns a BOOLEAN that is true; DER leaves false, a default, out. */
export function writeTrue(): Buffer {
  return writeElement(tags.boolean, Buffer.of(0xff))
}

/** Returns a BIT STRING whose last `unused` bits do not count. */
export function writeBits(bytes: Uint8Array, unused = 0): Buffer {
  return writeElement(tags.bitString, Buffer.of(unused), bytes)
}

/** Returns an OCTET STRING. */
export function writeOctets(bytes: Uint8Array): Buffer {
  return writeElement(tags.octetString, bytes)
}

/** Returns a UTF8String. */
export function writeText(text: string): Buffer {
  return writeElement(tags.utf8String, Buffer.from(text, 'utf8'))
}

/** Returns an OBJECT IDENTIFIER from its form with dots: `2.5.29.17`. */
export function writeIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return writeElement(tags.objectIdentifier, Buffer.from([40 * first + second, ...rest.flatMap(toBase128)]))
}

/** Returns a time in whole seconds: until 2049 a UTCTime, then a GeneralizedTime (RFC 5280, 4.1.2.5). */
export function writeTime(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '')
  const isShort = digits < '2050'
  return writeElement(
    isShort ? tags.utcTime : tags.generalizedTime,
    Buffer.from(isShort ? digits.slice(2) : digits, 'latin1'),
  )
}

function writeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length)
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return Buffer.of(0x80 | bytes.length, ...bytes)
}

function toBase128(number: number): number[] {
  const digits = [number % 128]
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128))
    digits.unshift(0x80 | (rest % 128))
  return digits
}
