import { ActionIcon, Button, Textarea, TextInput } from "@mantine/core";
import { closestCenter, DndContext, KeyboardSensor, PointerSensor, useSensor, useSensors, type Announcements } from "@dnd-kit/core";
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconArrowDown, IconArrowUp, IconPhotoOff, IconTrash } from "./icons";
import { StateScreen } from "@/ui/StateScreen";
import { IconGripVertical, IconPlus } from "../desk/icons";
import { Card } from "../desk/RoomHead";
import { Marks } from "../desk/Marks";
import { toast } from "../desk/toast";
import { useDesk, useSchoolSetting } from "../desk/useDesk";
import classes from "./branding.module.css";

export interface Slide {
  title: { en: string; ar: string };
  text: { en: string; ar: string };
}

const EMPTY: Slide = { title: { en: "", ar: "" }, text: { en: "", ar: "" } };
const MOST = 10;
const idOf = (index: number) => `slide-${index + 1}`;
const indexOf = (id: string | number) => Number(String(id).replace("slide-", "")) - 1;

/** What the school says of itself on its entry screens: added, removed, put in order by hand or keyboard. */
export function SlidesCard() {
  const { t } = useTranslation(["settingsRooms", "settingsDesk"]);
  const setting = useSchoolSetting<Slide[]>("/branding/swiperText");
  const desk = useDesk();
  const slides = setting.value ?? [];
  const off = setting.readOnly !== null;
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<string | null>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }));

  // After a move or an addition the hand stays where the slide went.
  useEffect(() => {
    if (!focus.current) return;
    list.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = null;
  });

  const change = (index: number, part: Partial<Slide>, step: string) => setting.set(slides.map((slide, at) => (at === index ? { ...slide, ...part } : slide)), step);
  const move = (from: number, to: number, by?: "up" | "down") => {
    if (to < 0 || to >= slides.length) return;
    setting.set(arrayMove(slides, from, to), `move ${Date.now()}`);
    if (by) focus.current = `#${idOf(to)} [data-move="${by}"]:not(:disabled), #${idOf(to)} [data-move]:not(:disabled)`;
  };
  const remove = (index: number) => {
    setting.set(slides.filter((_, at) => at !== index), `remove ${Date.now()}`);
    toast({ text: t("slides.removed", { n: index + 1 }), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
  };
  const add = () => {
    setting.set([...slides, EMPTY], `add ${Date.now()}`);
    focus.current = `#${idOf(slides.length)} input`;
  };
  const said = (id: string | number, over?: string | number) => t("slides.moved", { n: indexOf(id) + 1, to: indexOf(over ?? id) + 1 });
  const announcements: Announcements = {
    onDragStart: ({ active }) => t("slides.lifted", { n: indexOf(active.id) + 1 }),
    onDragOver: ({ active, over }) => said(active.id, over?.id),
    onDragEnd: ({ active, over }) => said(active.id, over?.id),
    onDragCancel: ({ active }) => t("slides.cancelled", { n: indexOf(active.id) + 1 }),
  };

  return (
    <Card
      title={t("slides.title")}
      help={t("slides.help")}
      aside={
        slides.length > 0 && (
          <Button variant="default" size="sm" disabled={off || slides.length >= MOST} leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={add}>
            {t("slides.add")}
          </Button>
        )
      }
    >
      {slides.length === 0 ? (
        <StateScreen
          order={3}
          icon={<IconPhotoOff size={28} stroke={1.5} />}
          title={t("slides.empty")}
          text={t("slides.empty.text")}
          action={
            <Button disabled={off} onClick={add}>
              {t("slides.first")}
            </Button>
          }
        />
      ) : (
        <DndContext
          sensors={sensors}
          collisionDetection={closestCenter}
          accessibility={{ announcements, screenReaderInstructions: { draggable: t("slides.how") } }}
          onDragEnd={({ active, over }) => over && active.id !== over.id && move(indexOf(active.id), indexOf(over.id))}
        >
          <SortableContext items={slides.map((_, index) => idOf(index))} strategy={verticalListSortingStrategy} disabled={off}>
            <ol ref={list} className={classes.slides}>
              {slides.map((slide, index) => (
                <SlideRow
                  key={idOf(index)}
                  index={index}
                  last={index === slides.length - 1}
                  slide={slide}
                  off={off}
                  onChange={(part, step) => change(index, part, `${index} ${step}`)}
                  onMove={(by) => move(index, by === "up" ? index - 1 : index + 1, by)}
                  onRemove={() => remove(index)}
                />
              ))}
            </ol>
          </SortableContext>
        </DndContext>
      )}
      <Marks setting={setting} place={{ file: "school.yaml", pointer: "/branding/swiperText" }} invalid={t("slides.unfinished")} />
    </Card>
  );
}

interface RowProps {
  index: number;
  last: boolean;
  slide: Slide;
  off: boolean;
  onChange: (part: Partial<Slide>, step: string) => void;
  onMove: (by: "up" | "down") => void;
  onRemove: () => void;
}

function SlideRow({ index, last, slide, off, onChange, onMove, onRemove }: RowProps) {
  const { t } = useTranslation(["settingsRooms", "settingsDesk"]);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id: idOf(index) });
  const n = index + 1;
  return (
    <li id={idOf(index)} ref={setNodeRef} className={classes.slide} data-dragging={isDragging || undefined} style={{ transform: CSS.Translate.toString(transform), transition }} aria-label={t("slides.one", { n })}>
      <div className={classes.slideHead}>
        <button type="button" ref={setActivatorNodeRef} className={classes.grip} disabled={off} {...attributes} {...listeners} aria-label={t("slides.drag", { n })}>
          <IconGripVertical size={20} stroke={1.5} aria-hidden />
        </button>
        <strong>{t("slides.one", { n })}</strong>
        <span className={classes.slideActs}>
          <ActionIcon data-move="up" variant="subtle" color="gray" size={36} disabled={off || index === 0} aria-label={t("slides.up", { n })} onClick={() => onMove("up")}>
            <IconArrowUp size={18} stroke={1.5} />
          </ActionIcon>
          <ActionIcon data-move="down" variant="subtle" color="gray" size={36} disabled={off || last} aria-label={t("slides.down", { n })} onClick={() => onMove("down")}>
            <IconArrowDown size={18} stroke={1.5} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" size={36} disabled={off} aria-label={t("slides.remove", { n })} onClick={onRemove}>
            <IconTrash size={18} stroke={1.5} />
          </ActionIcon>
        </span>
      </div>
      <div className={classes.slideTexts}>
        {(["en", "ar"] as const).map((language) => {
          const other = language === "en" ? "ar" : "en";
          const lacks = (part: keyof Slide) => (slide[part][language].trim() === "" && slide[part][other].trim() !== "" ? t("slides.both") : undefined);
          const shared = { lang: language, dir: language === "ar" ? ("rtl" as const) : ("ltr" as const), readOnly: off };
          return (
            <div key={language} className={classes.slideText}>
              <TextInput
                {...shared}
                label={t(`settingsDesk:in.${language}`, { what: t("slides.heading") })}
                maxLength={120}
                value={slide.title[language]}
                error={lacks("title")}
                onChange={(event) => onChange({ title: { ...slide.title, [language]: event.currentTarget.value } }, `title ${language}`)}
              />
              <Textarea
                {...shared}
                label={t(`settingsDesk:in.${language}`, { what: t("slides.text") })}
                maxLength={400}
                autosize
                minRows={2}
                value={slide.text[language]}
                error={lacks("text")}
                onChange={(event) => onChange({ text: { ...slide.text, [language]: event.currentTarget.value } }, `text ${language}`)}
              />
            </div>
          );
        })}
      </div>
    </li>
  );
}
