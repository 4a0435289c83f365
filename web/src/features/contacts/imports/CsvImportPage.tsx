import { Box } from '../../../ui/layout/Box.tsx'
import { pageLook } from '../../../ui/layout/look.ts'
import { useScreenParams } from '../../../ui/navigation/screens.ts'
import { ImportList } from './ImportList.tsx'
import { ImportView } from './ImportView.tsx'
import { UploadPanel } from './UploadPanel.tsx'

/** Imports contacts from CSV: upload and past imports, or the one named in the URL. */
export function CsvImportPage() {
  const { id } = useScreenParams('csvImport')
  if (id) return <ImportView key={id} id={id} />
  return (
    <Box sx={pageLook}>
      <UploadPanel />
      <ImportList />
    </Box>
  )
}
