// Fills the demo data that the tests copy, so that test runs that start at the same time need not each do it.
import demoFirst from './demo-first.ts'

await demoFirst()
