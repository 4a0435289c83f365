// Makes the demo that the tests copy, so that several which begin at once need not each make it.
import demoFirst from './demo-first.ts'

await demoFirst()
