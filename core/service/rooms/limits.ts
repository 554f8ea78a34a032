/** Limits of a room and of the connections of its peers; PROTOCOL.md and OPERATING.md have them in words. */
export const roomLimits = {
  peers: 250,
  /** Time for which a room without peers is kept. */
  keptSeconds: 300,
  fields: 1000,
  /** Characters of all fields as JSON, with their names. */
  characters: 256 * 1024,
  notes: 100,
  noteLength: 1000,
  nameLength: 64,
  /** Bytes of a peer's message. */
  messageBytes: 64 * 1024,
  /** A message counts once, and once more for each KiB of it and of its refusal. */
  messageRate: 200,
  messageBurst: 1000,
  /** Characters of the values that a refusal carries. */
  refusalCharacters: 4096,
  /** Milliseconds from changes that are sent to the next. */
  changeMilliseconds: 30,
  /** Messages to peers beyond which the changes that wait go as one. */
  changeDeliveries: 1000,
  /** Messages and bytes that the changes of a room may send to its peers in a second: the next ones wait. */
  sentRate: 16_000,
  sentBytesRate: 8 * 2 ** 20,
  /** Milliseconds for which messages are handled before everything else of the host has its turn. */
  sliceMilliseconds: 5,
  /** Unread bytes above which a peer gets no poses, and above which its connection ends. */
  poseBacklog: 32 * 1024,
  backlog: 512 * 1024,
  arrivalSeconds: 10,
  pingSeconds: 10,
  deadSeconds: 25,
  /** Time without an act of the presenter after which the lock ends. */
  idleLockSeconds: 60,
  tickMilliseconds: 50,
} as const
