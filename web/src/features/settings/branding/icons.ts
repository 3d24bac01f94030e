// Icons of the branding editor alone.
export { default as IconPhotoOff } from "@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs";
