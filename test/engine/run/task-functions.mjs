/** Tasks for the tests of threads: a word, or a flag that makes the thread fail once it is set. */
export default async function perform(task) {
  switch (task) {
    case 'throw':
      throw new Error('It does not fit.')
    case 'exit':
      process.exit(3)
      break
    case 'endless':
      for (;;);
    default:
      if (task instanceof Int32Array) setInterval(() => failWhenSet(task), 1)
      return 'done'
  }
}

function failWhenSet(flag) {
  if (Atomics.load(flag, 0) === 1) throw new Error('It came late.')
}
