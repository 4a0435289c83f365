import { lazy } from 'react'

/** The pictures of the gallery, read when somebody asks for them. */
export const GalleryDialog = lazy(() => import('./GalleryDialog.tsx').then((file) => ({ default: file.GalleryDialog })))
