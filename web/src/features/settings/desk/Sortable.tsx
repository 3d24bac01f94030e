import { ActionIcon } from "@mantine/core";
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type Announcements } from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconArrowDown, IconArrowUp, IconTrash } from "@/ui/icons";
import card from "@/ui/card.module.css";
import { IconGripVertical } from "./icons";
import classes from "./sortable.module.css";

const idOf = (index: number) => `item-${index + 1}`;
const indexOf = (id: string | number) => Number(String(id).replace("item-", "")) - 1;

interface Props {
  /** How each is called ("Block 3"); as many as there are. */
  names: readonly string[];
  off: boolean;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  /** Another number sends the focus into the last item, at what this selector finds in it. */
  added: number;
  focusIn: string;
  head?: (index: number) => ReactNode;
  children: (index: number) => ReactNode;
}

/** A list whose items are put in order by dragging, by the arrow keys on a lifted grip, or by buttons. */
export function Sortable({ names, off, onMove, onRemove, added, focusIn, head, children }: Props) {
  const { t } = useTranslation("settingsDesk");
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<string | null>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }));
  // After a move or an addition the hand stays where the item went.
  useEffect(() => {
    if (!focus.current) return;
    list.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = null;
  });
  useEffect(() => {
    if (added > 0) list.current?.lastElementChild?.querySelector<HTMLElement>(focusIn)?.focus();
  }, [added, focusIn]);
  const nameAt = (id: string | number) => names[indexOf(id)] ?? "";
  const movedText = (id: string | number, over?: string | number) => t("sort.moved", { what: nameAt(id), to: indexOf(over ?? id) + 1 });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t("sort.lifted", { what: nameAt(active.id) }),
    onDragOver: ({ active, over }) => movedText(active.id, over?.id),
    onDragEnd: ({ active, over }) => movedText(active.id, over?.id),
    onDragCancel: ({ active }) => t("sort.cancelled", { what: nameAt(active.id) }),
  };
  const nudge = (from: number, to: number, by: "up" | "down") => {
    onMove(from, to);
    focus.current = `li:nth-child(${to + 1}) [data-move="${by}"]:not(:disabled), li:nth-child(${to + 1}) [data-move]:not(:disabled)`;
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t("sort.how") } }}
      onDragEnd={({ active, over }) => over && active.id !== over.id && onMove(indexOf(active.id), indexOf(over.id))}
    >
      <SortableContext items={names.map((_, index) => idOf(index))} strategy={verticalListSortingStrategy} disabled={off}>
        <ol ref={list} className={classes.list} data-keys="sort">
          {names.map((name, index) => (
            <Item
              key={idOf(index)}
              id={idOf(index)}
              name={name}
              off={off}
              head={head?.(index)}
              acts={
                <>
                  <ActionIcon data-move="up" variant="subtle" color="gray" size={36} disabled={off || index === 0} aria-label={t("sort.up", { what: name })} onClick={() => nudge(index, index - 1, "up")}>
                    <IconArrowUp size={18} stroke={1.5} />
                  </ActionIcon>
                  <ActionIcon
                    data-move="down"
                    variant="subtle"
                    color="gray"
                    size={36}
                    disabled={off || index === names.length - 1}
                    aria-label={t("sort.down", { what: name })}
                    onClick={() => nudge(index, index + 1, "down")}
                  >
                    <IconArrowDown size={18} stroke={1.5} />
                  </ActionIcon>
                  <ActionIcon variant="subtle" color="gray" size={36} disabled={off} aria-label={t("sort.remove", { what: name })} onClick={() => onRemove(index)}>
                    <IconTrash size={18} stroke={1.5} />
                  </ActionIcon>
                </>
              }
            >
              {children(index)}
            </Item>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

function Item({ id, name, off, head, acts, children }: { id: string; name: string; off: boolean; head: ReactNode; acts: ReactNode; children: ReactNode }) {
  const { t } = useTranslation("settingsDesk");
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id });
  return (
    <li ref={setNodeRef} className={`${card.row} ${classes.item}`} data-dragging={isDragging || undefined} style={{ transform: CSS.Translate.toString(transform), transition }} aria-label={name}>
      <div className={classes.head}>
        <button type="button" ref={setActivatorNodeRef} className={classes.grip} disabled={off} {...attributes} {...listeners} aria-label={t("sort.drag", { what: name })}>
          <IconGripVertical size={20} stroke={1.5} aria-hidden />
        </button>
        {head ?? <strong>{name}</strong>}
        <span className={classes.acts}>{acts}</span>
      </div>
      {children}
    </li>
  );
}
