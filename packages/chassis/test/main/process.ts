/** A service's process for the tests of main(): what it is like is said by its arguments. */
import { setTimeout as delay } from 'node:timers/promises'
import { assemble, commonSettings, main, readEnvironment, text } from '../../src/mod.ts'

const [behaviour] = process.argv.slice(2)

await main(async () => {
  const config = readEnvironment(process.env, {
    ...commonSettings,
    COLOUR: text({ desc: 'the colour of the service' }),
  })
  if (behaviour === 'builds for ever') {
    console.log('building')
    await delay(60_000)
  }
  if (behaviour === 'cannot be built') throw new Error('the store refused the password')
  return assemble('test', config, async (assembly) => {
    assembly.onStop(async () => {
      console.log('releasing')
      if (behaviour === 'stops for ever') await delay(60_000)
      if (behaviour === 'stops slowly') await delay(500)
      if (behaviour === 'cannot be stopped') throw new Error('cannot close the pool')
      console.log('released')
    })
  })
})
