/** Tasks for the tests of threads. */
export default async function perform(task) {
  switch (task) {
    case 'throw':
      throw new Error('It does not fit.')
    case 'exit':
      process.exit(3)
      break
    case 'late':
      setTimeout(() => {
        throw new Error('It came late.')
      })
      return 'soon'
    case 'endless':
      for (;;);
    default:
      return task
  }
}
