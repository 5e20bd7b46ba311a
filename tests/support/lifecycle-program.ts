// A program that opens two things. `never`: the first one does not close; `failing`: closing the second fails;
// `broken`: its start fails; `quick`: all is well.
import { run } from '#server/platform/lifecycle.ts'

const way = process.argv[2]

run({
  async start({ onStop }) {
    onStop(
      async () => {
        console.log('first closing')
        if (way === 'never') await new Promise(() => {})
        console.log('first closed')
      },
      () => console.log('first ended at once'),
    )
    onStop(async () => {
      if (way === 'failing') throw new Error('it does not close')
      console.log('second closed')
    })
    if (way === 'broken') throw new Error('it does not start')
    console.log('started')
    setInterval(() => {}, 1000)
  },
  onError: (error) => console.log(String(error)),
  onStopping: () => console.log('stopping'),
})
