import type { WidgetProps } from "@rjsf/utils";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { contextOf } from "../context";
import { countryName } from "../countries";
import { IconChevronDown } from "../icons";
import { countryChoices, schoolCountry, searchCountries } from "../neighbours";
import forms from "../forms.module.css";
import classes from "./CountryWidget.module.css";
import { inputProps, leave } from "./input";

/** A country: a list that opens with the school's neighbours, and is searched by typing in either language. */
export function CountryWidget(props: WidgetProps) {
  const { value, onChange, registry, disabled, readonly } = props;
  const { t, settings } = contextOf(registry);
  const { language } = settings;
  const own = schoolCountry(settings);
  const choices = useMemo(() => countryChoices(language, own), [language, own]);
  const stored = typeof value === "string" ? value : "";
  const shown = stored === "" ? "" : countryName(stored, language);
  /** What is typed; null while nothing is, and the answer's name shows. */
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = useMemo(() => searchCountries(choices, typed ?? ""), [choices, typed]);

  useEffect(() => {
    if (open) list.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  useEffect(() => {
    if (open) list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [open, active]);

  const show = () => {
    if (disabled || readonly) return;
    setOpen(true);
    setActive(Math.max(0, typed === null ? found.findIndex((each) => each.value === stored) : 0));
  };
  const take = (country: string | undefined) => {
    setOpen(false);
    setTyped(null);
    if ((country ?? "") !== stored) onChange(country);
  };
  const keys = (event: React.KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) return show();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((place) => (place + step + found.length) % Math.max(found.length, 1));
    } else if (event.key === "Enter" && open) {
      event.preventDefault();
      if (found[active]) take(found[active].value);
    } else if (event.key === "Escape" && open) {
      event.stopPropagation();
      setOpen(false);
      setTyped(null);
    }
  };
  const blur = () => {
    // Whoever typed enough for one country means it; anything else leaves the answer as it was.
    if (typed !== null) take(typed.trim() === "" ? undefined : found.length === 1 || found[0]?.label === typed.trim() ? found[0]?.value : stored || undefined);
    setOpen(false);
    leave(props);
  };

  return (
    <span className={`${forms.selectBox} ${classes.box}`}>
      <input
        {...inputProps(props)}
        className={forms.input}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open && found[active] ? `${listId}-${found[active].value}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={t("country.search")}
        value={typed ?? shown}
        onFocus={(event) => event.target.select()}
        onClick={show}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={keys}
        onBlur={blur}
      />
      <IconChevronDown size={18} stroke={1.5} aria-hidden />
      {open && (
        // The focus stays in the input: a press in the list must not take it away.
        <div ref={list} id={listId} role="listbox" tabIndex={-1} aria-labelledby={`${props.id}-label`} className={classes.list} onMouseDown={(event) => event.preventDefault()}>
          {found.map((each, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's, as a combobox has them
            <div
              tabIndex={-1}
              key={each.value}
              id={`${listId}-${each.value}`}
              role="option"
              aria-selected={each.value === stored}
              data-active={index === active || undefined}
              data-last-near={(each.near && found[index + 1]?.near === false && typed === null) || undefined}
              onClick={() => take(each.value)}
            >
              {each.label}
            </div>
          ))}
          {found.length === 0 && (
            <div role="option" tabIndex={-1} aria-selected={false} aria-disabled className={classes.none}>
              {t("country.none")}
            </div>
          )}
        </div>
      )}
    </span>
  );
}
