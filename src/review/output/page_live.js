// Follows a game in progress: reloads the page when there are more moves. Appended to the page's scripts.
{
  /** The polling interval, in milliseconds. */
  const INTERVAL = 1000;
  const LAST = "#last";
  const beside = location.pathname.replace(/[^/]*$/, "");
  const told = make("p", { className: "followed" });
  told.setAttribute("role", "status");
  document.querySelector(".switches").after(told);
  const tell = (zh, en) => told.replaceChildren(both(zh, en));

  if (location.hash === LAST || addressed() === undefined) go(main.length - 1);
  /** Reloads the page: from the last move it advances to the new last one, otherwise it keeps the position. */
  const reload = () => {
    clearTimeout(addressLater);
    const isLast = path === main && at === main.length - 1;
    history.replaceState(null, "", isLast ? LAST : address());
    location.reload();
  };
  const look = async () => {
    if (!document.hidden) {
      const response = await fetch(beside + "version");
      const { version } = await response.json();
      if (version !== VERSION) return reload();
    }
    setTimeout(follow, INTERVAL);
  };
  const follow = () => look().catch(() => tell("对局程序已结束。", "The program has ended, and the game with it."));
  tell("对局进行中，此页随之更新。", "The game goes on, and this page with it.");
  follow();
}
