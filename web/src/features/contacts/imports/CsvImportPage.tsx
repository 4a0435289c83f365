import Box from '@mui/material/Box'
import { useSearch } from '@tanstack/react-router'
import { pageLook } from '../../../ui/look.ts'
import { ImportList } from './ImportList.tsx'
import { ImportView } from './ImportView.tsx'
import { UploadPanel } from './UploadPanel.tsx'

/** Contacts from a CSV file: upload and earlier imports, or the one import that the address names. */
export function CsvImportPage() {
  const { id } = useSearch({ strict: false }) as { id?: string }
  if (id) return <ImportView key={id} id={id} />
  return (
    <Box sx={pageLook}>
      <UploadPanel />
      <ImportList />
    </Box>
  )
}
