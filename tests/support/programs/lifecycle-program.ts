// A program that opens two resources. Its argument is a mode: in `never` the first does not close, in
// `failing` closing the second fails, in `broken` the start fails, in `quick` nothing fails.
import { run } from '#server/platform/lifecycle.ts'

const mode = process.argv[2]

run({
  async start({ onStop }) {
    onStop(
      async () => {
        console.log('first closing')
        if (mode === 'never') await new Promise(() => {})
        console.log('first closed')
      },
      () => console.log('first ended at once'),
    )
    onStop(async () => {
      if (mode === 'failing') throw new Error('it does not close')
      console.log('second closed')
    })
    if (mode === 'broken') throw new Error('it does not start')
    console.log('started')
    setInterval(() => {}, 1000)
  },
  onError: (error) => console.log(String(error)),
  onStopping: () => console.log('stopping'),
})
