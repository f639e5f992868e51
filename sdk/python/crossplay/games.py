"""Made from the games of the server. Do not edit: `npm run sdk` makes it anew."""

from typing import Any, Dict, List, Literal, Tuple, TypedDict, Union

# Bazaar

TradeDealViewSidesItem0Option1Stock = TypedDict("TradeDealViewSidesItem0Option1Stock", {
    "gold": float,
    "iron": float,
    "food": float,
    "wood": float,
})

TradeDealViewSidesItem0Option1Goal = TypedDict("TradeDealViewSidesItem0Option1Goal", {
    "resource": Union[Literal["gold"], Literal["iron"], Literal["food"], Literal["wood"]],
    "amount": float,
    "points": float,
})

TradeDealViewSidesItem0Option1 = TypedDict("TradeDealViewSidesItem0Option1", {
    "stock": TradeDealViewSidesItem0Option1Stock,
    "goal": TradeDealViewSidesItem0Option1Goal,
    "progress": float,
    "goalMet": bool,
})

TradeDealViewSidesItem1Option1Stock = TypedDict("TradeDealViewSidesItem1Option1Stock", {
    "gold": float,
    "iron": float,
    "food": float,
    "wood": float,
})

TradeDealViewSidesItem1Option1Goal = TypedDict("TradeDealViewSidesItem1Option1Goal", {
    "resource": Union[Literal["gold"], Literal["iron"], Literal["food"], Literal["wood"]],
    "amount": float,
    "points": float,
})

TradeDealViewSidesItem1Option1 = TypedDict("TradeDealViewSidesItem1Option1", {
    "stock": TradeDealViewSidesItem1Option1Stock,
    "goal": TradeDealViewSidesItem1Option1Goal,
    "progress": float,
    "goalMet": bool,
})

TradeDealViewPromptOption1 = TypedDict("TradeDealViewPromptOption1", {
    "title": str,
    "body": Union[None, str],
})

TradeDealViewMessagesItem = TypedDict("TradeDealViewMessagesItem", {
    "seat": float,
    "text": str,
})

_TradeDealViewPendingOption1OfferOptional = TypedDict("_TradeDealViewPendingOption1OfferOptional", {
    "gold": float,
    "iron": float,
    "food": float,
    "wood": float,
}, total=False)

_TradeDealViewPendingOption1OfferRequired = TypedDict("_TradeDealViewPendingOption1OfferRequired", {

})

class TradeDealViewPendingOption1Offer(_TradeDealViewPendingOption1OfferRequired, _TradeDealViewPendingOption1OfferOptional):
    pass

_TradeDealViewPendingOption1RequestOptional = TypedDict("_TradeDealViewPendingOption1RequestOptional", {
    "gold": float,
    "iron": float,
    "food": float,
    "wood": float,
}, total=False)

_TradeDealViewPendingOption1RequestRequired = TypedDict("_TradeDealViewPendingOption1RequestRequired", {

})

class TradeDealViewPendingOption1Request(_TradeDealViewPendingOption1RequestRequired, _TradeDealViewPendingOption1RequestOptional):
    pass

TradeDealViewPendingOption1 = TypedDict("TradeDealViewPendingOption1", {
    "proposer": float,
    "offer": TradeDealViewPendingOption1Offer,
    "request": TradeDealViewPendingOption1Request,
    "turn": float,
})

_TradeDealViewExecutedItemOfferOptional = TypedDict("_TradeDealViewExecutedItemOfferOptional", {
    "gold": float,
    "iron": float,
    "food": float,
    "wood": float,
}, total=False)

_TradeDealViewExecutedItemOfferRequired = TypedDict("_TradeDealViewExecutedItemOfferRequired", {

})

class TradeDealViewExecutedItemOffer(_TradeDealViewExecutedItemOfferRequired, _TradeDealViewExecutedItemOfferOptional):
    pass

_TradeDealViewExecutedItemRequestOptional = TypedDict("_TradeDealViewExecutedItemRequestOptional", {
    "gold": float,
    "iron": float,
    "food": float,
    "wood": float,
}, total=False)

_TradeDealViewExecutedItemRequestRequired = TypedDict("_TradeDealViewExecutedItemRequestRequired", {

})

class TradeDealViewExecutedItemRequest(_TradeDealViewExecutedItemRequestRequired, _TradeDealViewExecutedItemRequestOptional):
    pass

TradeDealViewExecutedItem = TypedDict("TradeDealViewExecutedItem", {
    "proposer": float,
    "offer": TradeDealViewExecutedItemOffer,
    "request": TradeDealViewExecutedItemRequest,
})

TradeDealViewHappenedOption1 = TypedDict("TradeDealViewHappenedOption1", {
    "kind": Union[Literal["message"], Literal["late"]],
    "seat": float,
})

_TradeDealViewHappenedOption2OfferOptional = TypedDict("_TradeDealViewHappenedOption2OfferOptional", {
    "gold": float,
    "iron": float,
    "food": float,
    "wood": float,
}, total=False)

_TradeDealViewHappenedOption2OfferRequired = TypedDict("_TradeDealViewHappenedOption2OfferRequired", {

})

class TradeDealViewHappenedOption2Offer(_TradeDealViewHappenedOption2OfferRequired, _TradeDealViewHappenedOption2OfferOptional):
    pass

_TradeDealViewHappenedOption2RequestOptional = TypedDict("_TradeDealViewHappenedOption2RequestOptional", {
    "gold": float,
    "iron": float,
    "food": float,
    "wood": float,
}, total=False)

_TradeDealViewHappenedOption2RequestRequired = TypedDict("_TradeDealViewHappenedOption2RequestRequired", {

})

class TradeDealViewHappenedOption2Request(_TradeDealViewHappenedOption2RequestRequired, _TradeDealViewHappenedOption2RequestOptional):
    pass

TradeDealViewHappenedOption2 = TypedDict("TradeDealViewHappenedOption2", {
    "kind": Union[Literal["executed"], Literal["proposed"], Literal["rejected"]],
    "seat": float,
    "proposer": float,
    "offer": TradeDealViewHappenedOption2Offer,
    "request": TradeDealViewHappenedOption2Request,
})

TradeDealView = TypedDict("TradeDealView", {
    "toMove": Union[None, float],
    "sides": Tuple[Union[None, TradeDealViewSidesItem0Option1], Union[None, TradeDealViewSidesItem1Option1]],
    "totalVotes": float,
    "votes": Union[None, Tuple[float, float]],
    "maxMessages": float,
    "maxChars": float,
    "prompt": Union[None, TradeDealViewPromptOption1],
    "messages": List[TradeDealViewMessagesItem],
    "pending": Union[None, TradeDealViewPendingOption1],
    "executed": List[TradeDealViewExecutedItem],
    "happened": Union[None, TradeDealViewHappenedOption1, TradeDealViewHappenedOption2],
    "phase": Union[Literal["vote"], Literal["talk"], Literal["over"]],
})

TradeDealMoveOption0 = TypedDict("TradeDealMoveOption0", {
    "text": str,
})

_TradeDealMoveOption1ProposeOfferOptional = TypedDict("_TradeDealMoveOption1ProposeOfferOptional", {
    "gold": float,
    "iron": float,
    "food": float,
    "wood": float,
}, total=False)

_TradeDealMoveOption1ProposeOfferRequired = TypedDict("_TradeDealMoveOption1ProposeOfferRequired", {

})

class TradeDealMoveOption1ProposeOffer(_TradeDealMoveOption1ProposeOfferRequired, _TradeDealMoveOption1ProposeOfferOptional):
    pass

_TradeDealMoveOption1ProposeRequestOptional = TypedDict("_TradeDealMoveOption1ProposeRequestOptional", {
    "gold": float,
    "iron": float,
    "food": float,
    "wood": float,
}, total=False)

_TradeDealMoveOption1ProposeRequestRequired = TypedDict("_TradeDealMoveOption1ProposeRequestRequired", {

})

class TradeDealMoveOption1ProposeRequest(_TradeDealMoveOption1ProposeRequestRequired, _TradeDealMoveOption1ProposeRequestOptional):
    pass

TradeDealMoveOption1Propose = TypedDict("TradeDealMoveOption1Propose", {
    "offer": TradeDealMoveOption1ProposeOffer,
    "request": TradeDealMoveOption1ProposeRequest,
})

TradeDealMoveOption1 = TypedDict("TradeDealMoveOption1", {
    "propose": TradeDealMoveOption1Propose,
})

TradeDealMoveOption2 = TypedDict("TradeDealMoveOption2", {
    "accept": Literal[True],
})

TradeDealMoveOption3 = TypedDict("TradeDealMoveOption3", {
    "reject": Literal[True],
})

TradeDealMoveOption4 = TypedDict("TradeDealMoveOption4", {
    "vote": float,
})

TradeDealMove = Union[TradeDealMoveOption0, TradeDealMoveOption1, TradeDealMoveOption2, TradeDealMoveOption3, TradeDealMoveOption4]

# Chess

ChessViewLastOption1 = TypedDict("ChessViewLastOption1", {
    "san": str,
    "uci": str,
    "from": str,
    "to": str,
})

ChessView = TypedDict("ChessView", {
    "fen": str,
    "toMove": Union[None, float],
    "check": bool,
    "last": Union[None, ChessViewLastOption1],
    "moves": List[str],
    "drawReason": Union[None, Literal["threefold repetition"], Literal["fifty moves"], Literal["insufficient material"]],
})

ChessMove = TypedDict("ChessMove", {
    "uci": str,
})

# Clawpoly

ClawpolyViewPlayersItem = TypedDict("ClawpolyViewPlayersItem", {
    "seat": float,
    "money": float,
    "position": float,
    "properties": List[float],
    "inLobsterPot": bool,
    "lobsterPotTurns": float,
    "escapeCards": float,
    "bankrupt": bool,
    "bankruptAtTurn": Union[None, float],
})

ClawpolyViewBoardItem = TypedDict("ClawpolyViewBoardItem", {
    "index": float,
    "name": str,
    "type": Union[Literal["property"], Literal["current"], Literal["utility"], Literal["tax"], Literal["tide_card"], Literal["treasure_chest"], Literal["special"]],
    "colorGroup": Union[None, str],
    "price": Union[None, float],
    "rent": List[float],
    "outpostCost": Union[None, float],
    "fortressCost": Union[None, float],
    "mortgageValue": Union[None, float],
    "owner": Union[None, float],
    "outposts": float,
    "fortress": bool,
    "mortgaged": bool,
})

ClawpolyViewPromptOption1 = TypedDict("ClawpolyViewPromptOption1", {
    "seat": float,
    "availableActions": List[Union[Literal["roll_dice"], Literal["buy"], Literal["pass"], Literal["build"], Literal["sell_building"], Literal["mortgage"], Literal["unmortgage"], Literal["trade_offer"], Literal["trade_respond"], Literal["escape_pay"], Literal["escape_card"], Literal["escape_roll"], Literal["end_turn"], Literal["raise_all"]]],
    "phase": Literal["roll"],
})

ClawpolyViewPromptOption2 = TypedDict("ClawpolyViewPromptOption2", {
    "seat": float,
    "availableActions": List[Union[Literal["roll_dice"], Literal["buy"], Literal["pass"], Literal["build"], Literal["sell_building"], Literal["mortgage"], Literal["unmortgage"], Literal["trade_offer"], Literal["trade_respond"], Literal["escape_pay"], Literal["escape_card"], Literal["escape_roll"], Literal["end_turn"], Literal["raise_all"]]],
    "phase": Literal["buy"],
    "squareIndex": float,
    "price": float,
})

ClawpolyViewPromptOption3BuildablePropertiesItem = TypedDict("ClawpolyViewPromptOption3BuildablePropertiesItem", {
    "index": float,
    "name": str,
    "currentOutposts": float,
    "canBuildOutpost": bool,
    "canBuildFortress": bool,
    "outpostCost": float,
    "fortressCost": float,
})

ClawpolyViewPromptOption3 = TypedDict("ClawpolyViewPromptOption3", {
    "seat": float,
    "availableActions": List[Union[Literal["roll_dice"], Literal["buy"], Literal["pass"], Literal["build"], Literal["sell_building"], Literal["mortgage"], Literal["unmortgage"], Literal["trade_offer"], Literal["trade_respond"], Literal["escape_pay"], Literal["escape_card"], Literal["escape_roll"], Literal["end_turn"], Literal["raise_all"]]],
    "phase": Literal["build"],
    "buildableProperties": List[ClawpolyViewPromptOption3BuildablePropertiesItem],
})

ClawpolyViewPromptOption4 = TypedDict("ClawpolyViewPromptOption4", {
    "seat": float,
    "availableActions": List[Union[Literal["roll_dice"], Literal["buy"], Literal["pass"], Literal["build"], Literal["sell_building"], Literal["mortgage"], Literal["unmortgage"], Literal["trade_offer"], Literal["trade_respond"], Literal["escape_pay"], Literal["escape_card"], Literal["escape_roll"], Literal["end_turn"], Literal["raise_all"]]],
    "phase": Literal["pot"],
    "turnsTrapped": float,
    "hasEscapeCard": bool,
})

ClawpolyViewPromptOption5MortgageableItem = TypedDict("ClawpolyViewPromptOption5MortgageableItem", {
    "index": float,
    "name": str,
    "mortgageValue": float,
})

ClawpolyViewPromptOption5SellableBuildingsItem = TypedDict("ClawpolyViewPromptOption5SellableBuildingsItem", {
    "index": float,
    "name": str,
    "type": Union[Literal["outpost"], Literal["fortress"]],
    "sellValue": float,
})

ClawpolyViewPromptOption5 = TypedDict("ClawpolyViewPromptOption5", {
    "seat": float,
    "availableActions": List[Union[Literal["roll_dice"], Literal["buy"], Literal["pass"], Literal["build"], Literal["sell_building"], Literal["mortgage"], Literal["unmortgage"], Literal["trade_offer"], Literal["trade_respond"], Literal["escape_pay"], Literal["escape_card"], Literal["escape_roll"], Literal["end_turn"], Literal["raise_all"]]],
    "phase": Literal["funds"],
    "amount": float,
    "creditor": Union[None, float],
    "mortgageable": List[ClawpolyViewPromptOption5MortgageableItem],
    "sellableBuildings": List[ClawpolyViewPromptOption5SellableBuildingsItem],
})

ClawpolyViewTradesItemGiving = TypedDict("ClawpolyViewTradesItemGiving", {
    "properties": List[float],
    "money": float,
    "escapeCards": float,
})

ClawpolyViewTradesItemRequesting = TypedDict("ClawpolyViewTradesItemRequesting", {
    "properties": List[float],
    "money": float,
    "escapeCards": float,
})

ClawpolyViewTradesItem = TypedDict("ClawpolyViewTradesItem", {
    "id": str,
    "from": float,
    "to": float,
    "giving": ClawpolyViewTradesItemGiving,
    "requesting": ClawpolyViewTradesItemRequesting,
})

ClawpolyViewEventsItemOption0Data = TypedDict("ClawpolyViewEventsItemOption0Data", {
    "turnOrder": List[float],
})

ClawpolyViewEventsItemOption0 = TypedDict("ClawpolyViewEventsItemOption0", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["started"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption0Data,
})

ClawpolyViewEventsItemOption1 = TypedDict("ClawpolyViewEventsItemOption1", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["turn_start"],
    "seat": Union[None, float],
    "data": Dict[str, Any],
})

ClawpolyViewEventsItemOption2Data = TypedDict("ClawpolyViewEventsItemOption2Data", {
    "dice": Tuple[float, float],
    "total": float,
    "doubles": bool,
})

ClawpolyViewEventsItemOption2 = TypedDict("ClawpolyViewEventsItemOption2", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["dice_rolled"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption2Data,
})

ClawpolyViewEventsItemOption3Data = TypedDict("ClawpolyViewEventsItemOption3Data", {
    "from": float,
    "to": float,
})

ClawpolyViewEventsItemOption3 = TypedDict("ClawpolyViewEventsItemOption3", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["player_moved"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption3Data,
})

ClawpolyViewEventsItemOption4Data = TypedDict("ClawpolyViewEventsItemOption4Data", {
    "squareIndex": float,
    "price": float,
})

ClawpolyViewEventsItemOption4 = TypedDict("ClawpolyViewEventsItemOption4", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["property_bought"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption4Data,
})

ClawpolyViewEventsItemOption5Data = TypedDict("ClawpolyViewEventsItemOption5Data", {
    "squareIndex": float,
})

ClawpolyViewEventsItemOption5 = TypedDict("ClawpolyViewEventsItemOption5", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["property_passed"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption5Data,
})

ClawpolyViewEventsItemOption6Data = TypedDict("ClawpolyViewEventsItemOption6Data", {
    "payer": float,
    "owner": float,
    "squareIndex": float,
    "amount": float,
})

ClawpolyViewEventsItemOption6 = TypedDict("ClawpolyViewEventsItemOption6", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["rent_paid"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption6Data,
})

ClawpolyViewEventsItemOption7DataOption0 = TypedDict("ClawpolyViewEventsItemOption7DataOption0", {
    "squareIndex": float,
    "amount": float,
})

ClawpolyViewEventsItemOption7DataOption1 = TypedDict("ClawpolyViewEventsItemOption7DataOption1", {
    "amount": float,
    "reason": Literal["lobster_pot_fee"],
})

ClawpolyViewEventsItemOption7 = TypedDict("ClawpolyViewEventsItemOption7", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["tax_paid"],
    "seat": Union[None, float],
    "data": Union[ClawpolyViewEventsItemOption7DataOption0, ClawpolyViewEventsItemOption7DataOption1],
})

_ClawpolyViewEventsItemOption8DataOptional = TypedDict("_ClawpolyViewEventsItemOption8DataOptional", {
    "amount": float,
}, total=False)

_ClawpolyViewEventsItemOption8DataRequired = TypedDict("_ClawpolyViewEventsItemOption8DataRequired", {
    "deck": Union[Literal["tide_card"], Literal["treasure_chest"]],
    "text": str,
    "effect": str,
})

class ClawpolyViewEventsItemOption8Data(_ClawpolyViewEventsItemOption8DataRequired, _ClawpolyViewEventsItemOption8DataOptional):
    pass

ClawpolyViewEventsItemOption8 = TypedDict("ClawpolyViewEventsItemOption8", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["card_drawn"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption8Data,
})

ClawpolyViewEventsItemOption9Data = TypedDict("ClawpolyViewEventsItemOption9Data", {
    "squareIndex": float,
    "cost": float,
})

ClawpolyViewEventsItemOption9 = TypedDict("ClawpolyViewEventsItemOption9", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["outpost_built"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption9Data,
})

ClawpolyViewEventsItemOption10Data = TypedDict("ClawpolyViewEventsItemOption10Data", {
    "squareIndex": float,
    "cost": float,
})

ClawpolyViewEventsItemOption10 = TypedDict("ClawpolyViewEventsItemOption10", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["fortress_built"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption10Data,
})

ClawpolyViewEventsItemOption11Data = TypedDict("ClawpolyViewEventsItemOption11Data", {
    "squareIndex": float,
    "refund": float,
})

ClawpolyViewEventsItemOption11 = TypedDict("ClawpolyViewEventsItemOption11", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["building_sold"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption11Data,
})

ClawpolyViewEventsItemOption12Data = TypedDict("ClawpolyViewEventsItemOption12Data", {
    "squareIndex": float,
    "value": float,
})

ClawpolyViewEventsItemOption12 = TypedDict("ClawpolyViewEventsItemOption12", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["mortgaged"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption12Data,
})

ClawpolyViewEventsItemOption13Data = TypedDict("ClawpolyViewEventsItemOption13Data", {
    "squareIndex": float,
    "cost": float,
})

ClawpolyViewEventsItemOption13 = TypedDict("ClawpolyViewEventsItemOption13", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["unmortgaged"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption13Data,
})

ClawpolyViewEventsItemOption14DataGiving = TypedDict("ClawpolyViewEventsItemOption14DataGiving", {
    "properties": List[float],
    "money": float,
    "escapeCards": float,
})

ClawpolyViewEventsItemOption14DataRequesting = TypedDict("ClawpolyViewEventsItemOption14DataRequesting", {
    "properties": List[float],
    "money": float,
    "escapeCards": float,
})

ClawpolyViewEventsItemOption14Data = TypedDict("ClawpolyViewEventsItemOption14Data", {
    "tradeId": str,
    "from": float,
    "to": float,
    "giving": ClawpolyViewEventsItemOption14DataGiving,
    "requesting": ClawpolyViewEventsItemOption14DataRequesting,
})

ClawpolyViewEventsItemOption14 = TypedDict("ClawpolyViewEventsItemOption14", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["trade_proposed"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption14Data,
})

ClawpolyViewEventsItemOption15DataGiving = TypedDict("ClawpolyViewEventsItemOption15DataGiving", {
    "properties": List[float],
    "money": float,
    "escapeCards": float,
})

ClawpolyViewEventsItemOption15DataRequesting = TypedDict("ClawpolyViewEventsItemOption15DataRequesting", {
    "properties": List[float],
    "money": float,
    "escapeCards": float,
})

ClawpolyViewEventsItemOption15Data = TypedDict("ClawpolyViewEventsItemOption15Data", {
    "tradeId": str,
    "from": float,
    "to": float,
    "giving": ClawpolyViewEventsItemOption15DataGiving,
    "requesting": ClawpolyViewEventsItemOption15DataRequesting,
})

ClawpolyViewEventsItemOption15 = TypedDict("ClawpolyViewEventsItemOption15", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["trade_accepted"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption15Data,
})

ClawpolyViewEventsItemOption16DataGiving = TypedDict("ClawpolyViewEventsItemOption16DataGiving", {
    "properties": List[float],
    "money": float,
    "escapeCards": float,
})

ClawpolyViewEventsItemOption16DataRequesting = TypedDict("ClawpolyViewEventsItemOption16DataRequesting", {
    "properties": List[float],
    "money": float,
    "escapeCards": float,
})

ClawpolyViewEventsItemOption16Data = TypedDict("ClawpolyViewEventsItemOption16Data", {
    "tradeId": str,
    "from": float,
    "to": float,
    "giving": ClawpolyViewEventsItemOption16DataGiving,
    "requesting": ClawpolyViewEventsItemOption16DataRequesting,
})

ClawpolyViewEventsItemOption16 = TypedDict("ClawpolyViewEventsItemOption16", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["trade_rejected"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption16Data,
})

ClawpolyViewEventsItemOption17Data = TypedDict("ClawpolyViewEventsItemOption17Data", {
    "reason": Union[Literal["caught_in_the_net"], Literal["card"], Literal["three_doubles"]],
})

ClawpolyViewEventsItemOption17 = TypedDict("ClawpolyViewEventsItemOption17", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["lobster_pot_in"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption17Data,
})

ClawpolyViewEventsItemOption18Data = TypedDict("ClawpolyViewEventsItemOption18Data", {
    "method": Union[Literal["roll"], Literal["card"], Literal["pay"]],
})

ClawpolyViewEventsItemOption18 = TypedDict("ClawpolyViewEventsItemOption18", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["lobster_pot_out"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption18Data,
})

ClawpolyViewEventsItemOption19Data = TypedDict("ClawpolyViewEventsItemOption19Data", {
    "amount": float,
})

ClawpolyViewEventsItemOption19 = TypedDict("ClawpolyViewEventsItemOption19", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["set_sail_bonus"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption19Data,
})

ClawpolyViewEventsItemOption20Data = TypedDict("ClawpolyViewEventsItemOption20Data", {
    "creditor": Union[None, float],
})

ClawpolyViewEventsItemOption20 = TypedDict("ClawpolyViewEventsItemOption20", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["bankrupt"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption20Data,
})

ClawpolyViewEventsItemOption21Data = TypedDict("ClawpolyViewEventsItemOption21Data", {
    "phase": str,
})

ClawpolyViewEventsItemOption21 = TypedDict("ClawpolyViewEventsItemOption21", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["agent_timeout"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption21Data,
})

ClawpolyViewEventsItemOption22 = TypedDict("ClawpolyViewEventsItemOption22", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["turn_end"],
    "seat": Union[None, float],
    "data": Dict[str, Any],
})

ClawpolyViewEventsItemOption23Data = TypedDict("ClawpolyViewEventsItemOption23Data", {
    "winner": Union[None, float],
    "reason": Union[Literal["last_standing"], Literal["turn_limit"]],
})

ClawpolyViewEventsItemOption23 = TypedDict("ClawpolyViewEventsItemOption23", {
    "sequence": float,
    "turnNumber": float,
    "type": Literal["finished"],
    "seat": Union[None, float],
    "data": ClawpolyViewEventsItemOption23Data,
})

ClawpolyViewTalliesItem = TypedDict("ClawpolyViewTalliesItem", {
    "property_bought": float,
    "outpost_built": float,
    "fortress_built": float,
    "lobster_pot_in": float,
    "bankrupt": float,
})

ClawpolyViewStandingsOption1Item = TypedDict("ClawpolyViewStandingsOption1Item", {
    "seat": float,
    "placement": float,
    "money": float,
    "properties": float,
    "bankruptAtTurn": Union[None, float],
})

ClawpolyViewDecksOption1 = TypedDict("ClawpolyViewDecksOption1", {
    "tide_card": List[float],
    "treasure_chest": List[float],
})

ClawpolyView = TypedDict("ClawpolyView", {
    "turnLimit": float,
    "turnNumber": float,
    "order": List[float],
    "current": float,
    "phase": Union[Literal["buy"], Literal["build"], Literal["roll"], Literal["pot"], Literal["funds"]],
    "dice": Union[None, Tuple[float, float]],
    "players": List[ClawpolyViewPlayersItem],
    "board": List[ClawpolyViewBoardItem],
    "prompt": Union[None, ClawpolyViewPromptOption1, ClawpolyViewPromptOption2, ClawpolyViewPromptOption3, ClawpolyViewPromptOption4, ClawpolyViewPromptOption5],
    "trades": List[ClawpolyViewTradesItem],
    "offersThisTurn": float,
    "eventCount": float,
    "events": List[Union[ClawpolyViewEventsItemOption0, ClawpolyViewEventsItemOption1, ClawpolyViewEventsItemOption2, ClawpolyViewEventsItemOption3, ClawpolyViewEventsItemOption4, ClawpolyViewEventsItemOption5, ClawpolyViewEventsItemOption6, ClawpolyViewEventsItemOption7, ClawpolyViewEventsItemOption8, ClawpolyViewEventsItemOption9, ClawpolyViewEventsItemOption10, ClawpolyViewEventsItemOption11, ClawpolyViewEventsItemOption12, ClawpolyViewEventsItemOption13, ClawpolyViewEventsItemOption14, ClawpolyViewEventsItemOption15, ClawpolyViewEventsItemOption16, ClawpolyViewEventsItemOption17, ClawpolyViewEventsItemOption18, ClawpolyViewEventsItemOption19, ClawpolyViewEventsItemOption20, ClawpolyViewEventsItemOption21, ClawpolyViewEventsItemOption22, ClawpolyViewEventsItemOption23]],
    "tallies": List[ClawpolyViewTalliesItem],
    "reason": Union[None, Literal["last_standing"], Literal["turn_limit"]],
    "standings": Union[None, List[ClawpolyViewStandingsOption1Item]],
    "decks": Union[None, ClawpolyViewDecksOption1],
})

ClawpolyMoveOption0 = TypedDict("ClawpolyMoveOption0", {
    "type": Literal["roll_dice"],
})

_ClawpolyMoveOption1Optional = TypedDict("_ClawpolyMoveOption1Optional", {
    "squareIndex": float,
}, total=False)

_ClawpolyMoveOption1Required = TypedDict("_ClawpolyMoveOption1Required", {
    "type": Literal["buy"],
})

class ClawpolyMoveOption1(_ClawpolyMoveOption1Required, _ClawpolyMoveOption1Optional):
    pass

ClawpolyMoveOption2 = TypedDict("ClawpolyMoveOption2", {
    "type": Literal["pass"],
})

ClawpolyMoveOption3 = TypedDict("ClawpolyMoveOption3", {
    "type": Literal["build"],
    "squareIndex": float,
    "building": Union[Literal["outpost"], Literal["fortress"]],
})

ClawpolyMoveOption4 = TypedDict("ClawpolyMoveOption4", {
    "type": Literal["sell_building"],
    "squareIndex": float,
})

ClawpolyMoveOption5 = TypedDict("ClawpolyMoveOption5", {
    "type": Literal["mortgage"],
    "squareIndex": float,
})

ClawpolyMoveOption6 = TypedDict("ClawpolyMoveOption6", {
    "type": Literal["unmortgage"],
    "squareIndex": float,
})

ClawpolyMoveOption7Giving = TypedDict("ClawpolyMoveOption7Giving", {
    "properties": List[float],
    "money": float,
    "escapeCards": float,
})

ClawpolyMoveOption7Requesting = TypedDict("ClawpolyMoveOption7Requesting", {
    "properties": List[float],
    "money": float,
    "escapeCards": float,
})

ClawpolyMoveOption7 = TypedDict("ClawpolyMoveOption7", {
    "type": Literal["trade_offer"],
    "to": float,
    "giving": ClawpolyMoveOption7Giving,
    "requesting": ClawpolyMoveOption7Requesting,
})

ClawpolyMoveOption8 = TypedDict("ClawpolyMoveOption8", {
    "type": Literal["trade_respond"],
    "tradeId": str,
    "accept": bool,
})

ClawpolyMoveOption9 = TypedDict("ClawpolyMoveOption9", {
    "type": Literal["escape_pay"],
})

ClawpolyMoveOption10 = TypedDict("ClawpolyMoveOption10", {
    "type": Literal["escape_card"],
})

ClawpolyMoveOption11 = TypedDict("ClawpolyMoveOption11", {
    "type": Literal["escape_roll"],
})

ClawpolyMoveOption12 = TypedDict("ClawpolyMoveOption12", {
    "type": Literal["end_turn"],
})

ClawpolyMove = Union[ClawpolyMoveOption0, ClawpolyMoveOption1, ClawpolyMoveOption2, ClawpolyMoveOption3, ClawpolyMoveOption4, ClawpolyMoveOption5, ClawpolyMoveOption6, ClawpolyMoveOption7, ClawpolyMoveOption8, ClawpolyMoveOption9, ClawpolyMoveOption10, ClawpolyMoveOption11, ClawpolyMoveOption12]

# Colonel Blotto

BlottoViewLastOption1 = TypedDict("BlottoViewLastOption1", {
    "round": float,
    "allocations": Tuple[List[float], List[float]],
    "battlefieldWinners": List[Union[None, float]],
    "winner": Union[None, float],
})

BlottoViewHistoryItem = TypedDict("BlottoViewHistoryItem", {
    "round": float,
    "allocations": Tuple[List[float], List[float]],
    "battlefieldWinners": List[Union[None, float]],
    "winner": Union[None, float],
})

BlottoView = TypedDict("BlottoView", {
    "currentRound": float,
    "maxRounds": float,
    "battlefields": float,
    "soldiers": float,
    "scores": Tuple[float, float],
    "last": Union[None, BlottoViewLastOption1],
    "history": List[BlottoViewHistoryItem],
})

BlottoMove = TypedDict("BlottoMove", {
    "allocation": List[float],
})

# Connect Four

C4View = TypedDict("C4View", {
    "board": List[List[Union[Literal["X"], Literal["O"], Literal["."]]]],
    "toMove": Union[None, float],
    "last": Union[None, Tuple[float, float]],
    "line": Union[None, List[Tuple[float, float]]],
})

C4Move = TypedDict("C4Move", {
    "column": float,
})

# Dance Battle

DanceBattleViewMapWallsItem = TypedDict("DanceBattleViewMapWallsItem", {
    "x": float,
    "y": float,
})

DanceBattleViewMap = TypedDict("DanceBattleViewMap", {
    "width": float,
    "height": float,
    "walls": List[DanceBattleViewMapWallsItem],
})

DanceBattleViewBeatSequenceRoundsItemBeatsItem = TypedDict("DanceBattleViewBeatSequenceRoundsItemBeatsItem", {
    "beatIndex": float,
    "kind": Union[Literal["move"], Literal["stress"]],
})

DanceBattleViewBeatSequenceRoundsItem = TypedDict("DanceBattleViewBeatSequenceRoundsItem", {
    "round": float,
    "beats": List[DanceBattleViewBeatSequenceRoundsItemBeatsItem],
})

DanceBattleViewBeatSequence = TypedDict("DanceBattleViewBeatSequence", {
    "rounds": List[DanceBattleViewBeatSequenceRoundsItem],
})

DanceBattleViewPlayersItem = TypedDict("DanceBattleViewPlayersItem", {
    "seat": float,
    "x": float,
    "y": float,
    "score": float,
    "stunned": bool,
    "eliminated": bool,
    "motto": str,
})

DanceBattleViewEventsItemOption0StepsItemFrom = TypedDict("DanceBattleViewEventsItemOption0StepsItemFrom", {
    "x": float,
    "y": float,
})

DanceBattleViewEventsItemOption0StepsItemTo = TypedDict("DanceBattleViewEventsItemOption0StepsItemTo", {
    "x": float,
    "y": float,
})

_DanceBattleViewEventsItemOption0StepsItemOptional = TypedDict("_DanceBattleViewEventsItemOption0StepsItemOptional", {
    "trip": Union[Literal["edge"], Literal["wall"], Literal["collision"], Literal["swap"], Literal["blocked"]],
}, total=False)

_DanceBattleViewEventsItemOption0StepsItemRequired = TypedDict("_DanceBattleViewEventsItemOption0StepsItemRequired", {
    "seat": float,
    "direction": Union[Literal["up"], Literal["down"], Literal["left"], Literal["right"], Literal["hold"]],
    "from": DanceBattleViewEventsItemOption0StepsItemFrom,
    "to": DanceBattleViewEventsItemOption0StepsItemTo,
    "stunned": bool,
})

class DanceBattleViewEventsItemOption0StepsItem(_DanceBattleViewEventsItemOption0StepsItemRequired, _DanceBattleViewEventsItemOption0StepsItemOptional):
    pass

DanceBattleViewEventsItemOption0 = TypedDict("DanceBattleViewEventsItemOption0", {
    "round": float,
    "beatIndex": float,
    "kind": Literal["move"],
    "steps": List[DanceBattleViewEventsItemOption0StepsItem],
})

DanceBattleViewEventsItemOption1PosesItem = TypedDict("DanceBattleViewEventsItemOption1PosesItem", {
    "seat": float,
    "action": Union[None, Literal["rock"], Literal["paper"], Literal["scissors"]],
})

DanceBattleViewEventsItemOption1ClashesItem = TypedDict("DanceBattleViewEventsItemOption1ClashesItem", {
    "seats": Tuple[float, float],
    "winner": Union[None, float],
})

DanceBattleViewEventsItemOption1 = TypedDict("DanceBattleViewEventsItemOption1", {
    "round": float,
    "beatIndex": float,
    "kind": Literal["stress"],
    "poses": List[DanceBattleViewEventsItemOption1PosesItem],
    "clashes": List[DanceBattleViewEventsItemOption1ClashesItem],
    "eliminated": List[float],
})

DanceBattleViewMatchResultRankingsItem = TypedDict("DanceBattleViewMatchResultRankingsItem", {
    "seat": float,
    "score": float,
    "eliminatedRound": Union[None, float],
})

DanceBattleViewMatchResult = TypedDict("DanceBattleViewMatchResult", {
    "rankings": List[DanceBattleViewMatchResultRankingsItem],
    "winner": Union[None, float],
    "reason": Union[Literal["last_standing"], Literal["round_limit"]],
})

_DanceBattleViewOptional = TypedDict("_DanceBattleViewOptional", {
    "matchResult": DanceBattleViewMatchResult,
}, total=False)

_DanceBattleViewRequired = TypedDict("_DanceBattleViewRequired", {
    "round": float,
    "maxRounds": float,
    "status": Union[Literal["active"], Literal["completed"]],
    "map": DanceBattleViewMap,
    "beatSequence": DanceBattleViewBeatSequence,
    "players": List[DanceBattleViewPlayersItem],
    "events": List[Union[DanceBattleViewEventsItemOption0, DanceBattleViewEventsItemOption1]],
})

class DanceBattleView(_DanceBattleViewRequired, _DanceBattleViewOptional):
    pass

DanceBattleMoveCommandsItemOption0 = TypedDict("DanceBattleMoveCommandsItemOption0", {
    "beatIndex": float,
    "kind": Literal["move"],
    "direction": Union[Literal["up"], Literal["down"], Literal["left"], Literal["right"], Literal["hold"]],
})

_DanceBattleMoveCommandsItemOption1Optional = TypedDict("_DanceBattleMoveCommandsItemOption1Optional", {
    "motto": str,
}, total=False)

_DanceBattleMoveCommandsItemOption1Required = TypedDict("_DanceBattleMoveCommandsItemOption1Required", {
    "beatIndex": float,
    "kind": Literal["action"],
    "action": Union[Literal["rock"], Literal["paper"], Literal["scissors"]],
})

class DanceBattleMoveCommandsItemOption1(_DanceBattleMoveCommandsItemOption1Required, _DanceBattleMoveCommandsItemOption1Optional):
    pass

DanceBattleMove = TypedDict("DanceBattleMove", {
    "commands": List[Union[DanceBattleMoveCommandsItemOption0, DanceBattleMoveCommandsItemOption1]],
})

# Debate

RegularDebateViewPromptOption1 = TypedDict("RegularDebateViewPromptOption1", {
    "title": str,
    "body": Union[None, str],
})

_RegularDebateViewMessagesItemOptional = TypedDict("_RegularDebateViewMessagesItemOptional", {
    "late": Literal[True],
}, total=False)

_RegularDebateViewMessagesItemRequired = TypedDict("_RegularDebateViewMessagesItemRequired", {
    "seat": float,
    "text": str,
})

class RegularDebateViewMessagesItem(_RegularDebateViewMessagesItemRequired, _RegularDebateViewMessagesItemOptional):
    pass

RegularDebateView = TypedDict("RegularDebateView", {
    "used": Tuple[float, float],
    "toMove": Union[None, float],
    "totalVotes": float,
    "votes": Union[None, Tuple[float, float]],
    "maxMessages": float,
    "maxChars": float,
    "prompt": Union[None, RegularDebateViewPromptOption1],
    "messages": List[RegularDebateViewMessagesItem],
    "phase": Union[Literal["vote"], Literal["talk"], Literal["over"]],
    "left": List[float],
})

RegularDebateMoveOption0 = TypedDict("RegularDebateMoveOption0", {
    "text": str,
})

RegularDebateMoveOption1 = TypedDict("RegularDebateMoveOption1", {
    "vote": float,
})

RegularDebateMove = Union[RegularDebateMoveOption0, RegularDebateMoveOption1]

# Echo

EchoViewLastOption1 = TypedDict("EchoViewLastOption1", {
    "numbers": Tuple[float, float],
    "counted": Tuple[float, float],
    "winner": Union[None, float],
})

EchoViewHistoryItem = TypedDict("EchoViewHistoryItem", {
    "numbers": Tuple[float, float],
    "counted": Tuple[float, float],
    "winner": Union[None, float],
})

EchoView = TypedDict("EchoView", {
    "currentRound": float,
    "maxRounds": float,
    "scores": Tuple[float, float],
    "last": Union[None, EchoViewLastOption1],
    "history": List[EchoViewHistoryItem],
})

EchoMove = TypedDict("EchoMove", {
    "number": float,
})

# Even or Odd

EvenOddView = TypedDict("EvenOddView", {
    "highest": float,
    "number": Union[None, float],
    "parity": Union[None, Literal["even"], Literal["odd"]],
    "choices": Union[None, Tuple[Union[Literal["even"], Literal["odd"]], Union[Literal["even"], Literal["odd"]]]],
})

EvenOddMove = TypedDict("EvenOddMove", {
    "choice": Union[Literal["even"], Literal["odd"]],
})

# Go

GoViewCaptures = TypedDict("GoViewCaptures", {
    "black": float,
    "white": float,
})

GoViewLastOption1 = TypedDict("GoViewLastOption1", {
    "point": str,
})

GoViewLastOption2 = TypedDict("GoViewLastOption2", {
    "pass": Literal[True],
})

GoView = TypedDict("GoView", {
    "size": float,
    "komi": float,
    "board": List[List[float]],
    "toMove": Union[None, float],
    "captures": GoViewCaptures,
    "last": Union[None, GoViewLastOption1, GoViewLastOption2],
    "passes": float,
    "moveCount": float,
    "moveLimit": float,
    "repeats": List[str],
    "scores": Tuple[float, float],
})

GoMoveOption0 = TypedDict("GoMoveOption0", {
    "point": str,
})

GoMoveOption1 = TypedDict("GoMoveOption1", {
    "pass": Literal[True],
})

GoMove = Union[GoMoveOption0, GoMoveOption1]

# Resource Rush

ResourceRushViewPositionsItemOption1 = TypedDict("ResourceRushViewPositionsItemOption1", {
    "x": float,
    "y": float,
})

ResourceRushViewLastItemOption1 = TypedDict("ResourceRushViewLastItemOption1", {
    "action": Literal["move"],
    "direction": Union[Literal["north"], Literal["south"], Literal["east"], Literal["west"]],
})

ResourceRushViewLastItemOption2 = TypedDict("ResourceRushViewLastItemOption2", {
    "action": Literal["harvest"],
    "resource": Union[None, Literal["gold"], Literal["food"], Literal["wood"], Literal["stone"]],
    "amount": float,
})

ResourceRushViewLastItemOption3 = TypedDict("ResourceRushViewLastItemOption3", {
    "action": Literal["wait"],
})

ResourceRushViewResourcesItem = TypedDict("ResourceRushViewResourcesItem", {
    "gold": float,
    "food": float,
    "wood": float,
    "stone": float,
})

ResourceRushView = TypedDict("ResourceRushView", {
    "tick": float,
    "maxTicks": float,
    "mapSize": float,
    "vision": float,
    "grid": List[List[float]],
    "positions": List[Union[None, ResourceRushViewPositionsItemOption1]],
    "thoughts": List[Union[None, str]],
    "last": List[Union[None, ResourceRushViewLastItemOption1, ResourceRushViewLastItemOption2, ResourceRushViewLastItemOption3]],
    "resources": List[ResourceRushViewResourcesItem],
    "scores": List[float],
    "memory": Union[None, Dict[str, Any]],
})

_ResourceRushMoveOption0Optional = TypedDict("_ResourceRushMoveOption0Optional", {
    "thought": str,
    "memory": Union[Dict[str, Any], str],
}, total=False)

_ResourceRushMoveOption0Required = TypedDict("_ResourceRushMoveOption0Required", {
    "action": Literal["move"],
    "direction": Union[Literal["north"], Literal["south"], Literal["east"], Literal["west"]],
})

class ResourceRushMoveOption0(_ResourceRushMoveOption0Required, _ResourceRushMoveOption0Optional):
    pass

_ResourceRushMoveOption1Optional = TypedDict("_ResourceRushMoveOption1Optional", {
    "thought": str,
    "memory": Union[Dict[str, Any], str],
}, total=False)

_ResourceRushMoveOption1Required = TypedDict("_ResourceRushMoveOption1Required", {
    "action": Literal["harvest"],
})

class ResourceRushMoveOption1(_ResourceRushMoveOption1Required, _ResourceRushMoveOption1Optional):
    pass

_ResourceRushMoveOption2Optional = TypedDict("_ResourceRushMoveOption2Optional", {
    "thought": str,
    "memory": Union[Dict[str, Any], str],
}, total=False)

_ResourceRushMoveOption2Required = TypedDict("_ResourceRushMoveOption2Required", {
    "action": Literal["wait"],
})

class ResourceRushMoveOption2(_ResourceRushMoveOption2Required, _ResourceRushMoveOption2Optional):
    pass

ResourceRushMove = Union[ResourceRushMoveOption0, ResourceRushMoveOption1, ResourceRushMoveOption2]

# Skill Gomoku

SkillGomokuViewSealedStonesItem = TypedDict("SkillGomokuViewSealedStonesItem", {
    "owner": Union[Literal[1], Literal[2]],
    "expiresAtMove": float,
    "row": float,
    "col": float,
})

SkillGomokuViewQuietZoneCellsItem = TypedDict("SkillGomokuViewQuietZoneCellsItem", {
    "owner": Union[Literal[1], Literal[2]],
    "row": float,
    "col": float,
})

SkillGomokuViewLastMoveOption1 = TypedDict("SkillGomokuViewLastMoveOption1", {
    "row": float,
    "col": float,
})

SkillGomokuViewLastSkillEffectOption1Target = TypedDict("SkillGomokuViewLastSkillEffectOption1Target", {
    "row": float,
    "col": float,
})

SkillGomokuViewLastSkillEffectOption1AffectedCellsItem = TypedDict("SkillGomokuViewLastSkillEffectOption1AffectedCellsItem", {
    "row": float,
    "col": float,
    "before": Union[Literal[0], Literal[1], Literal[2]],
    "after": Union[Literal[0], Literal[1], Literal[2]],
})

_SkillGomokuViewLastSkillEffectOption1Optional = TypedDict("_SkillGomokuViewLastSkillEffectOption1Optional", {
    "affectedCells": List[SkillGomokuViewLastSkillEffectOption1AffectedCellsItem],
}, total=False)

_SkillGomokuViewLastSkillEffectOption1Required = TypedDict("_SkillGomokuViewLastSkillEffectOption1Required", {
    "skill": Union[Literal["uproot"], Literal["stillwater"], Literal["sandstorm"], Literal["rewind"]],
    "caster": float,
    "target": SkillGomokuViewLastSkillEffectOption1Target,
})

class SkillGomokuViewLastSkillEffectOption1(_SkillGomokuViewLastSkillEffectOption1Required, _SkillGomokuViewLastSkillEffectOption1Optional):
    pass

SkillGomokuViewResultOption1LineItem = TypedDict("SkillGomokuViewResultOption1LineItem", {
    "row": float,
    "col": float,
})

SkillGomokuViewResultOption1 = TypedDict("SkillGomokuViewResultOption1", {
    "winner": Union[None, float],
    "reason": Union[Literal["five"], Literal["full_board"], Literal["move_limit"], Literal["no_move"], Literal["forfeit"]],
    "line": List[SkillGomokuViewResultOption1LineItem],
})

SkillGomokuView = TypedDict("SkillGomokuView", {
    "size": float,
    "maxMoves": float,
    "board": List[List[Union[Literal[0], Literal[1], Literal[2]]]],
    "energy": Tuple[float, float],
    "toMove": Union[None, float],
    "moveCount": float,
    "sealedStones": List[SkillGomokuViewSealedStonesItem],
    "quietZoneCells": List[SkillGomokuViewQuietZoneCellsItem],
    "latestSkill": Tuple[Union[None, Literal["uproot"], Literal["stillwater"], Literal["sandstorm"], Literal["rewind"]], Union[None, Literal["uproot"], Literal["stillwater"], Literal["sandstorm"], Literal["rewind"]]],
    "rewound": Tuple[bool, bool],
    "lastMove": Union[None, SkillGomokuViewLastMoveOption1],
    "lastSkillEffect": Union[None, SkillGomokuViewLastSkillEffectOption1],
    "result": Union[None, SkillGomokuViewResultOption1],
})

SkillGomokuMoveOption0 = TypedDict("SkillGomokuMoveOption0", {
    "type": Literal["place"],
    "row": float,
    "col": float,
})

SkillGomokuMoveOption1Target = TypedDict("SkillGomokuMoveOption1Target", {
    "row": float,
    "col": float,
})

SkillGomokuMoveOption1 = TypedDict("SkillGomokuMoveOption1", {
    "type": Literal["skill"],
    "skill": Union[Literal["uproot"], Literal["stillwater"], Literal["sandstorm"]],
    "target": SkillGomokuMoveOption1Target,
})

SkillGomokuMoveOption2Target = TypedDict("SkillGomokuMoveOption2Target", {
    "row": float,
    "col": float,
})

_SkillGomokuMoveOption2Optional = TypedDict("_SkillGomokuMoveOption2Optional", {
    "target": SkillGomokuMoveOption2Target,
}, total=False)

_SkillGomokuMoveOption2Required = TypedDict("_SkillGomokuMoveOption2Required", {
    "type": Literal["skill"],
    "skill": Literal["rewind"],
})

class SkillGomokuMoveOption2(_SkillGomokuMoveOption2Required, _SkillGomokuMoveOption2Optional):
    pass

SkillGomokuMove = Union[SkillGomokuMoveOption0, SkillGomokuMoveOption1, SkillGomokuMoveOption2]

# Spicy Debate

SpicyDebateViewPromptOption1 = TypedDict("SpicyDebateViewPromptOption1", {
    "title": str,
    "body": Union[None, str],
})

_SpicyDebateViewMessagesItemOptional = TypedDict("_SpicyDebateViewMessagesItemOptional", {
    "late": Literal[True],
}, total=False)

_SpicyDebateViewMessagesItemRequired = TypedDict("_SpicyDebateViewMessagesItemRequired", {
    "seat": float,
    "text": str,
})

class SpicyDebateViewMessagesItem(_SpicyDebateViewMessagesItemRequired, _SpicyDebateViewMessagesItemOptional):
    pass

SpicyDebateView = TypedDict("SpicyDebateView", {
    "used": Tuple[float, float],
    "toMove": Union[None, float],
    "totalVotes": float,
    "votes": Union[None, Tuple[float, float]],
    "maxMessages": float,
    "maxChars": float,
    "prompt": Union[None, SpicyDebateViewPromptOption1],
    "messages": List[SpicyDebateViewMessagesItem],
    "phase": Union[Literal["vote"], Literal["talk"], Literal["over"]],
    "left": List[float],
})

SpicyDebateMoveOption0 = TypedDict("SpicyDebateMoveOption0", {
    "text": str,
})

SpicyDebateMoveOption1 = TypedDict("SpicyDebateMoveOption1", {
    "vote": float,
})

SpicyDebateMove = Union[SpicyDebateMoveOption0, SpicyDebateMoveOption1]

# Tic-Tac-Toe

TttView = TypedDict("TttView", {
    "board": List[Union[Literal["X"], Literal["O"], Literal["."]]],
    "toMove": Union[None, float],
    "last": Union[None, float],
    "line": Union[None, List[float]],
})

TttMove = TypedDict("TttMove", {
    "cell": float,
})
