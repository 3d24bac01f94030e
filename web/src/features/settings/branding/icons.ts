// Icons of the branding editor alone.
export { IconArrowDown, IconArrowUp, IconTrash } from "@/ui/icons";
export { default as IconPhotoOff } from "@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs";
